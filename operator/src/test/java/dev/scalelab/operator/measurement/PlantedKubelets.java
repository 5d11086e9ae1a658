package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.PlantedSamples.SCRAPE_SECONDS;
import static dev.scalelab.operator.measurement.PlantedSamples.series;

import dev.scalelab.operator.platform.Tier;
import java.util.List;

/** The series of a planted testbed that the kubelets of its nodes report. */
final class PlantedKubelets {
  private static final int KUBELET_SECONDS = 11;
  private static final long LONG_AGO = 1_700_000_000;

  private final PlantedSamples samples;
  private final PlantedPods pods;
  private double lastLimit = 0.3;
  private int lastLimitFrom;
  private boolean partsOfMachine;
  private boolean silentControlPlane;
  private boolean machineEach;

  PlantedKubelets(PlantedSamples samples, PlantedPods pods) {
    this.samples = samples;
    this.pods = pods;
  }

  void limitOfLastServer(double cores, int fromSecond) {
    lastLimit = cores;
    lastLimitFrom = fromSecond;
  }

  void partsOfMachine() {
    partsOfMachine = true;
  }

  void machineEach() {
    partsOfMachine = true;
    machineEach = true;
  }

  void silentControlPlane() {
    silentControlPlane = true;
  }

  /** Series of all containers and machines. */
  void containers(boolean withDatabase) {
    for (int pod = 0; pod < pods.replicas(); pod++) {
      container(Tier.APPLICATION, pods.server(pod), "app", 0.25 + 0.04 * pod);
      limit(pods.server(pod), pods.isLastServer(pod));
      started(Tier.APPLICATION, pods.server(pod), LONG_AGO);
      network(pods.server(pod));
      pressure(Tier.APPLICATION, pods.server(pod), "cpu", 0.2);
    }
    network(pods.balancer());
    container(Tier.BALANCER, pods.balancer(), "lb", 0.1);
    if (pods.replicas() < 20) {
      if (withDatabase) {
        container(Tier.DATABASE, pods.database(1), "db", 0.4);
        pressure(Tier.DATABASE, pods.database(1), "io", 0.3);
      }
      container(Tier.LOAD, pods.load(), "load", 0.6);
    }
    machines();
  }

  /** Series of the suppliers' emulator, which may use half a core. */
  void suppliers() {
    String pod = pods.supplier();
    container(Tier.SUPPLIER, pod, "load", 0.2);
    String labels = "namespace=\"default\",pod=\"" + pod + "\"" + own(Tier.SUPPLIER, pod);
    samples.gauge("container_spec_cpu_quota", labels, 50_000);
    samples.gauge("container_spec_cpu_period", labels, 100_000);
  }

  /** CPU of a pod on a tier's node. */
  void container(Tier tier, String pod, String node, double cores) {
    String all = "namespace=\"default\",pod=\"%s\",node=\"%s\"".formatted(pod, pods.node(node));
    samples.counter(
        "container_cpu_usage_seconds_total", all + own(tier, pod), cores, KUBELET_SECONDS);
    // The pod's own cgroup repeats the figures, and a proxy runs beside the main container; a pod
    // of the same name in another namespace is unrelated.
    samples.counter(
        "container_cpu_usage_seconds_total",
        all + ",container=\"\",id=\"/pod/" + pod + "\"",
        cores,
        KUBELET_SECONDS);
    samples.counter(
        "container_cpu_usage_seconds_total",
        all + ",container=\"istio-proxy\",id=\"/pod/" + pod + "/istio-proxy\"",
        3,
        KUBELET_SECONDS);
    samples.counter(
        "container_cpu_usage_seconds_total",
        all.replace("default", "other") + own(tier, "other" + pod),
        5,
        KUBELET_SECONDS);
    samples.counter("container_cpu_cfs_periods_total", all + own(tier, pod), 10, KUBELET_SECONDS);
    samples.counter(
        "container_cpu_cfs_throttled_periods_total", all + own(tier, pod), 2.5, KUBELET_SECONDS);
    samples.counter(
        "container_cpu_cfs_throttled_seconds_total", all + own(tier, pod), 0.05, KUBELET_SECONDS);
  }

  /** Of the pod, which has no container; what it sends to itself is no use of the network. */
  private void network(String pod) {
    String labels = "namespace=\"default\",pod=\"" + pod + "\",container=\"\",interface=\"%s\"";
    for (String device : List.of("eth0", "lo")) {
      String own = labels.formatted(device);
      samples.counter("container_network_transmit_bytes_total", own, 8e6, KUBELET_SECONDS);
      samples.counter("container_network_receive_bytes_total", own, 2e6, KUBELET_SECONDS);
      samples.counter("container_network_transmit_packets_total", own, 6000, KUBELET_SECONDS);
      samples.counter("container_network_transmit_packets_dropped_total", own, 3, KUBELET_SECONDS);
    }
  }

  /** Its series have the name of the container's runtime too. */
  private void pressure(Tier tier, String pod, String resource, double seconds) {
    samples.counter(
        "container_pressure_%s_waiting_seconds_total".formatted(resource),
        "namespace=\"default\",name=\"8f3e\",pod=\"" + pod + "\"" + own(tier, pod),
        seconds,
        KUBELET_SECONDS);
  }

  private static String own(Tier tier, String pod) {
    return ",container=\"%1$s\",id=\"/pod/%2$s/%1$s\"".formatted(tier.container(), pod);
  }

  private void limit(String pod, boolean last) {
    String labels =
        "namespace=\"default\",pod=\"%s\",node=\"%s\"%s"
            .formatted(pod, pods.node("app"), own(Tier.APPLICATION, pod));
    // The kubelet still reports the start limit for some seconds of the window.
    samples.samples(
        series("container_spec_cpu_quota", labels),
        SCRAPE_SECONDS,
        at -> at < 4 ? 200_000 : 100_000 * (last && at >= lastLimitFrom ? lastLimit : 0.3));
    samples.gauge("container_spec_cpu_period", labels, 100_000);
  }

  /** The start of a pod's container, in seconds since 1970. */
  void started(Tier tier, String pod, long when) {
    samples.gauge(
        "container_start_time_seconds",
        "namespace=\"default\",pod=\"%s\"%s".formatted(pod, own(tier, pod + when)),
        when);
  }

  /**
   * Five nodes with two cores, of one machine or each of its own. On one machine each reports the
   * machine's counter, or its own part. The control plane's node runs no pod of the testbed.
   */
  private void machines() {
    double used = 0;
    for (String tier : List.of("app", "db", "lb", "load", "control")) {
      samples.gauge(
          "machine_cpu_cores",
          "boot_id=\"%s\",node=\"%s\""
              .formatted(machineEach ? pods.node(tier) : pods.trial(), pods.node(tier)),
          2);
      if (silentControlPlane && tier.equals("control")) {
        continue;
      }
      used += 0.12;
      double start = partsOfMachine ? 1000 * used : 5000;
      double cores = partsOfMachine ? used : 1.5;
      String labels = "id=\"/\",node=\"" + pods.node(tier) + "\"";
      samples.samples(
          series("container_cpu_usage_seconds_total", labels),
          KUBELET_SECONDS,
          seconds -> start + cores * seconds);
    }
  }
}
