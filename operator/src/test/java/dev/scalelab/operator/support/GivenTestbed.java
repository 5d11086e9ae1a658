package dev.scalelab.operator.support;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.Readiness;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.List;

/** A testbed whose components a test deploys and observes one by one. */
public final class GivenTestbed {
  private final KubernetesClient client;
  private final Topology topology;
  private final Testbed testbed;

  public GivenTestbed(KubernetesClient client) {
    this(client, new WatchedObjects(client, Timing.ofMachine()));
  }

  /** As above, with a watch of objects that the test starts. */
  public GivenTestbed(KubernetesClient client, WatchedObjects objects) {
    ClusterWatch cluster = new ClusterWatch(client, Timing.ofMachine());
    this.client = client;
    this.topology = Parts.topology(client, cluster, null, Clock.systemUTC(), objects, List.of());
    this.testbed =
        Parts.testbed(client, new GivenSettings(true, false), cluster, topology, objects);
  }

  public void deployDatabases(ScalabilityExperiment e, Configuration configuration) {
    deploy("Database", e, configuration);
  }

  public Readiness databases(ScalabilityExperiment e, Configuration configuration) {
    return observe("Database", e, configuration);
  }

  public void deployServers(ScalabilityExperiment e, Configuration configuration) {
    deploy("Servers", e, configuration);
  }

  public Readiness servers(ScalabilityExperiment e, Configuration configuration) {
    return observe("Servers", e, configuration);
  }

  public void deployBalancer(ScalabilityExperiment e, Configuration configuration) {
    deploy("Balancer", e, configuration);
  }

  public Readiness balancer(ScalabilityExperiment e, Configuration configuration) {
    return observe("Balancer", e, configuration);
  }

  public void deploySuppliers(ScalabilityExperiment e, Configuration configuration) {
    deploy("Suppliers", e, configuration);
  }

  public Readiness supplier(ScalabilityExperiment e, Configuration configuration) {
    return observe("Suppliers", e, configuration);
  }

  public void setCpuLimit(ScalabilityExperiment e, Configuration configuration) {
    deploy("CpuLimit", e, configuration);
  }

  public Readiness cpuLimit(ScalabilityExperiment e, Configuration configuration) {
    return observe("CpuLimit", e, configuration);
  }

  public List<PodPlacement> placement(ScalabilityExperiment e, Configuration configuration) {
    return testbed.placement(e, configuration, testbed.pods(e));
  }

  public Leftover unusable(ScalabilityExperiment e, Configuration configuration, boolean keepOwn) {
    return testbed.unusable(e, configuration, keepOwn);
  }

  public void removeUnusable(
      ScalabilityExperiment e, Configuration configuration, boolean keepOwn) {
    testbed.removeUnusable(e, configuration, keepOwn);
  }

  public void tearDown(ScalabilityExperiment e) {
    testbed.tearDown(e);
  }

  public Leftover left(ScalabilityExperiment e) {
    return testbed.left(e);
  }

  private void deploy(String name, ScalabilityExperiment e, Configuration configuration) {
    component(name, configuration).deploy(context(e, configuration), new Applier(client));
  }

  private Readiness observe(String name, ScalabilityExperiment e, Configuration configuration) {
    return component(name, configuration).observe(context(e, configuration));
  }

  private Component component(String name, Configuration configuration) {
    return topology.of(configuration).stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ComponentContext context(ScalabilityExperiment e, Configuration configuration) {
    return new ComponentContext(
        e, configuration, ScalabilityTrialStatus.begun("2026-01-01T12:00:00Z"), 1);
  }
}
