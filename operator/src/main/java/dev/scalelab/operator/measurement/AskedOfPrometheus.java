package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;
import java.util.OptionalInt;

/**
 * A component whose readiness only Prometheus knows: it is asked outside the reconciler's threads.
 */
abstract class AskedOfPrometheus extends Component {
  private final SlowReads slow;

  AskedOfPrometheus(String name, String text, Reason reason, SlowReads slow) {
    super(name, text, reason);
    this.slow = slow;
  }

  /** What the answer is for: that of another question is not used. */
  abstract String question(ComponentContext context);

  /**
   * The readiness as Prometheus knows it now.
   *
   * @throws PrometheusException when it cannot be queried
   */
  abstract Readiness ask(ComponentContext context);

  /** Prometheus reports no changes. */
  @Override
  public final boolean isWatched() {
    return false;
  }

  @Override
  public final Readiness observe(ComponentContext context) {
    return slow.latest(context.experiment(), name(), question(context), () -> answer(context))
        .orElseGet(() -> waiting("Prometheus is being asked"));
  }

  private Readiness answer(ComponentContext context) {
    try {
      return ask(context);
    } catch (PrometheusException e) {
      return waiting(e.getMessage());
    }
  }

  final Readiness waiting(String detail) {
    return Readiness.waiting(reason(), detail);
  }

  /** The question of servers' views: after an invalid run the servers are others. */
  static String ofServers(ComponentContext context) {
    return context.configuration().name() + " after runs: " + context.trial().runs().size();
  }

  /**
   * Ready when the smallest cluster view has all servers.
   *
   * @param members in that view; empty if not all servers report theirs
   * @param server what one of them is called
   */
  final Readiness view(OptionalInt members, int all, String server) {
    if (members.isPresent() && members.getAsInt() == all) {
      return Readiness.ready();
    }
    return waiting(
        members.isPresent()
            ? "the smallest cluster view holds %d of %s"
                .formatted(members.getAsInt(), Message.count(all, server))
            : "Prometheus has no cluster view of " + Message.all(all, server));
  }
}
