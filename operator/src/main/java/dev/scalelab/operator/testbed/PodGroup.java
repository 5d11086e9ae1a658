package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.Pod;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * Pods of a component that are alike: nodes, admission, placement and evidence are checked for each
 * group of a testbed, whatever its component is.
 *
 * @param tier their tier
 * @param container the one of their containers that does their work
 * @param text their name in messages, such as "the balancer"
 * @param field the field of the manifest on which they depend, such as spec.system.balancer
 * @param settingsField the field with the settings that decide about their nodes
 * @param settings those settings
 * @param selector labels that select them
 * @param names a regular expression for their names, as in the kubelets' series
 * @param count how many there are, at least; 0 if it varies
 * @param measured whether a step needs their CPU, and a restart of one makes it invalid; a load
 *     generator reports its CPU itself, and ends with the last step
 * @param resized whether ScaleLab changes their CPU while they run
 */
@RecordBuilder
public record PodGroup(
    Tier tier,
    String container,
    String text,
    String field,
    String settingsField,
    PodSettings settings,
    Map<String, String> selector,
    String names,
    int count,
    boolean measured,
    boolean resized)
    implements PodGroupBuilder.With {

  /** Pods that are measured, whose settings are the field pod of the one on which they depend. */
  public static PodGroup measured(
      Tier tier,
      String text,
      String field,
      PodSettings settings,
      Map<String, String> selector,
      String names,
      int count) {
    return new PodGroup(
        tier,
        tier.container(),
        text,
        field,
        field + ".pod",
        settings,
        selector,
        names,
        count,
        true,
        false);
  }

  /** Whether a pod of its experiment belongs to it. */
  boolean selects(Pod pod) {
    return pod.getMetadata().getLabels().entrySet().containsAll(selector.entrySet());
  }

  /** The same pods, of which this many need not be there. */
  public PodGroup without(int taken) {
    return withCount(Math.max(0, count - taken));
  }

  /** The same pods, which are not measured and whose number varies. */
  public PodGroup unmeasured() {
    return with(all -> all.measured(false).count(0));
  }
}
