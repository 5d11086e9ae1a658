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

  public void deployDatabases(ScalabilityExperiment e, Configuration t) {
    deploy("Database", e, t);
  }

  public Readiness databases(ScalabilityExperiment e, Configuration t) {
    return observe("Database", e, t);
  }

  public void deployServers(ScalabilityExperiment e, Configuration t) {
    deploy("Servers", e, t);
  }

  public Readiness servers(ScalabilityExperiment e, Configuration t) {
    return observe("Servers", e, t);
  }

  public void deployBalancer(ScalabilityExperiment e, Configuration t) {
    deploy("Balancer", e, t);
  }

  public Readiness balancer(ScalabilityExperiment e, Configuration t) {
    return observe("Balancer", e, t);
  }

  public void deploySuppliers(ScalabilityExperiment e, Configuration t) {
    deploy("Suppliers", e, t);
  }

  public Readiness supplier(ScalabilityExperiment e, Configuration t) {
    return observe("Suppliers", e, t);
  }

  public void setCpuLimit(ScalabilityExperiment e, Configuration t) {
    deploy("CpuLimit", e, t);
  }

  public Readiness cpuLimit(ScalabilityExperiment e, Configuration t) {
    return observe("CpuLimit", e, t);
  }

  public List<PodPlacement> placement(ScalabilityExperiment e, Configuration t) {
    return testbed.placement(e, t, testbed.pods(e));
  }

  public Leftover unusable(ScalabilityExperiment e, Configuration t, boolean keepOwn) {
    return testbed.unusable(e, t, keepOwn);
  }

  public void removeUnusable(ScalabilityExperiment e, Configuration t, boolean keepOwn) {
    testbed.removeUnusable(e, t, keepOwn);
  }

  public void tearDown(ScalabilityExperiment e) {
    testbed.tearDown(e);
  }

  public Leftover left(ScalabilityExperiment e) {
    return testbed.left(e);
  }

  private void deploy(String name, ScalabilityExperiment e, Configuration t) {
    component(name, t).deploy(context(e, t), new Applier(client));
  }

  private Readiness observe(String name, ScalabilityExperiment e, Configuration t) {
    return component(name, t).observe(context(e, t));
  }

  private Component component(String name, Configuration t) {
    return topology.of(t).stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static ComponentContext context(ScalabilityExperiment e, Configuration t) {
    return new ComponentContext(e, t, ScalabilityTrialStatus.begun("2026-01-01T12:00:00Z"), 1);
  }
}
