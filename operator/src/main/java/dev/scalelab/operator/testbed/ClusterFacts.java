package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/**
 * What a cluster and a namespace offer to an experiment.
 *
 * @param cloudNativePg whether CloudNativePG's Cluster is served
 * @param resizable whether a running pod's CPU can be changed
 * @param nodes every node
 * @param quotas the namespace's quotas that hold for all pods of a testbed
 * @param limits the most that one container or pod of the namespace may ask for
 * @param monitoring whether CloudNativePG has put its exporter's queries into the namespace; they
 *     stay when its Clusters go
 * @param configMap the ConfigMap that the workload's servers need; null when it is not there, or
 *     none is needed
 */
record ClusterFacts(
    boolean cloudNativePg,
    boolean resizable,
    List<Node> nodes,
    List<Quota> quotas,
    List<Limit> limits,
    boolean monitoring,
    UserConfigMap configMap) {

  /** A ConfigMap that the user has made. */
  record UserConfigMap(Map<String, String> labels, Map<String, String> data) {}

  /**
   * A node.
   *
   * @param usable whether it is Ready and takes pods that tolerate no taint
   */
  record Node(String name, Map<String, String> labels, boolean usable) {}

  /**
   * A ResourceQuota.
   *
   * @param available what is left, by resource as requests.cpu
   */
  record Quota(String name, Map<String, Quantity> available) {}

  /**
   * A LimitRange's limit.
   *
   * @param type Container or Pod, or PersistentVolumeClaim; every pod of a testbed has one
   *     container that counts
   * @param max the largest limit, by resource as cpu
   * @param min the smallest request
   * @param ratio how many times its request a limit may be
   */
  record Limit(
      String name,
      String type,
      Map<String, Quantity> max,
      Map<String, Quantity> min,
      Map<String, Quantity> ratio) {}
}
