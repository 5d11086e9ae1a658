package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An operator that dies at certain times, and is then followed by a new one. */
final class KilledOperator {
  private final MortalClient client;
  private final Kill kill;
  private final Supplier<Operator> start;
  private Operator operator;
  private int kills;

  /**
   * @param start starts an operator that has this client
   */
  KilledOperator(MortalClient client, Kill kill, Supplier<Operator> start) {
    this.client = client;
    this.kill = kill;
    this.start = start;
    if (kill == Kill.AFTER_EACH_WRITE) {
      client.dyingAfterEachWrite();
    }
    operator = start.get();
  }

  /** How often it was killed. */
  int kills() {
    return kills;
  }

  /**
   * Reconciles until no further reconciliation is requested.
   *
   * @param experiment reads it from the API server
   * @param between what else happens after each pass
   * @return the experiment at its end
   */
  ScalabilityExperiment run(
      int maxPasses,
      Supplier<ScalabilityExperiment> experiment,
      Consumer<ScalabilityExperiment> between) {
    for (int pass = 0; pass < maxPasses; pass++) {
      ScalabilityExperiment now = experiment.get();
      if (isOver(now)) {
        return experiment.get();
      }
      if (kill == Kill.AFTER_EACH_PASS || client.dead()) {
        kills++;
        client.revive();
        operator = start.get();
      }
      between.accept(now);
    }
    throw new AssertionError("not over after %d passes: %s".formatted(maxPasses, experiment.get()));
  }

  private boolean isOver(ScalabilityExperiment now) {
    try {
      return !operator.pass(now) && !client.dead();
    } catch (MortalClient.Killed | RuntimeException e) {
      if (!client.dead()) {
        throw e;
      }
      return false;
    }
  }
}
