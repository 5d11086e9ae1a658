package dev.scalelab.operator.platform;

import java.util.LinkedHashMap;
import java.util.Map;

/** Labels of all objects that an experiment creates; Prometheus copies them to its series. */
public final class Labels {
  public static final String EXPERIMENT = "scalelab.dev/experiment";
  public static final String TRIAL = "scalelab.dev/trial";
  public static final String TIER = "scalelab.dev/tier";

  /** The partition that a server belongs to, where a trial has several. */
  public static final String PARTITION = "scalelab.dev/partition";

  /** The database layout that an object belongs to, which configurations may share. */
  public static final String LAYOUT = "scalelab.dev/layout";

  /** The run to which a Job belongs. */
  public static final String RUN = "scalelab.dev/run";

  /** On an experiment with which the operator has nothing left to do. */
  public static final String SETTLED = "scalelab.dev/settled";

  /** On a pod that a disturbance cuts off from the network; the chart's policies select by it. */
  public static final String NETWORK = "scalelab.dev/network";

  /** On a node that takes no new pods because of a disturbance: until when, in seconds. */
  public static final String HELD_UNTIL = "scalelab.dev/held-until";

  /** Annotation of such a node: the namespace and name of the experiment. */
  public static final String HELD_FOR = "scalelab.dev/held-for";

  /** Annotation: hash of everything on which an object's results depend. */
  public static final String INPUTS_HASH = "scalelab.dev/inputs-hash";

  private static final String PART_OF = "app.kubernetes.io/part-of";
  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  private static final String SCALELAB = "scalelab";

  private Labels() {}

  /** Labels of all objects of an experiment. */
  public static Map<String, String> of(String experiment) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(PART_OF, SCALELAB);
    labels.put(MANAGED_BY, SCALELAB);
    labels.put(EXPERIMENT, experiment);
    return labels;
  }

  /** Labels of a tier of an experiment. */
  public static Map<String, String> shared(String experiment, Tier tier) {
    Map<String, String> labels = of(experiment);
    labels.put(TIER, tier.label());
    return labels;
  }

  /** Labels of objects that all trials with one database layout share. */
  public static Map<String, String> ofLayout(String experiment, String layout, Tier tier) {
    Map<String, String> labels = shared(experiment, tier);
    labels.put(LAYOUT, layout);
    return labels;
  }

  /** Labels of objects of one trial. */
  public static Map<String, String> ofTrial(String experiment, String trial, Tier tier) {
    Map<String, String> labels = shared(experiment, tier);
    labels.put(TRIAL, trial);
    return labels;
  }

  /** The selector labels of the pods of one tier of a trial; they never change. */
  public static Map<String, String> selector(String trial, Tier tier) {
    return Map.of(TRIAL, trial, TIER, tier.label());
  }
}
