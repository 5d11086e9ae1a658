package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * Empty queues of the servers. Transactions that a load left in them must not get into the dataset
 * of the next run, and must be processed before a run's rows are counted.
 */
public final class Queues extends AskedOfPrometheus {
  private final EvidenceCollector evidence;
  private final Clock clock;

  public Queues(EvidenceCollector evidence, SlowReads slow, Clock clock) {
    super("Queues", "the servers' queues", Reason.QUEUES_NOT_EMPTY, slow);
    this.evidence = evidence;
    this.clock = clock;
  }

  @Override
  public String goal() {
    return "empty";
  }

  @Override
  public Stage stage() {
    return Stage.RUN;
  }

  @Override
  public boolean settlesAfterLoad() {
    return true;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesQueues();
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().jobSeconds();
  }

  /** Transactions in the servers' queues after the last load, warm-up or run, has ended. */
  @Override
  String question(ComponentContext context) {
    return context.configuration().name() + " since " + lastEnd(context.trial());
  }

  @Override
  Readiness ask(ComponentContext context) {
    Configuration configuration = context.configuration();
    Instant end = lastEnd(context.trial());
    OptionalLong backlog =
        end == null
            ? OptionalLong.empty()
            : evidence.backlog(
                Subject.of(context.experiment(), configuration, List.of()), end, clock.instant());
    if (backlog.isPresent() && backlog.getAsLong() == 0) {
      return Readiness.ready();
    }
    return waiting(
        backlog.isPresent()
            ? Message.count(backlog.getAsLong(), "transaction") + " left in the servers' queues"
            : "Prometheus does not have the queues of "
                + Message.all(configuration.replicas(), "server"));
  }

  /** Null during a run whose end was not reported yet. */
  private static Instant lastEnd(ScalabilityTrialStatus trial) {
    List<RunResult> runs = trial.runs();
    String warm = trial.testbedReadyTime();
    String run = runs.isEmpty() ? warm : runs.get(runs.size() - 1).finishedAt();
    return run == null ? null : Collections.max(List.of(Instant.parse(warm), Instant.parse(run)));
  }
}
