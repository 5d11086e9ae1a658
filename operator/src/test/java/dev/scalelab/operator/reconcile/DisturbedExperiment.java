package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.LateClock;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An experiment with one disturbance at second 12 of its first step, against a real API server.
 * Time passes as it says: the operator's clock begins where the played load does, and the load goes
 * on only when the disturbance is over.
 */
final class DisturbedExperiment implements AutoCloseable {
  static final int AT_SECOND = 12;

  private static final int MAX_PASSES = 600;

  /** The played load has ended a minute ago when it prints its first record. */
  static final Duration AT_START = Duration.ofSeconds(-60 - 2 * PlayedLoad.STEP_SECONDS);

  private static final Duration TICK = Duration.ofMillis(900);

  /** What happens besides. */
  interface Meanwhile {
    /** Before the moment of the disturbance, whenever its pods are known. */
    default void before(List<Pod> chosen) {}

    /** After each pass from its moment to its end, if it lasts. */
    default void during() {}
  }

  private final ApiServer api;
  private final PlayedEndpoints endpoints;
  private final PlayedCluster cluster;
  private final String name;
  private final MortalClient mortal;
  private final Set<String> seen = new TreeSet<>();
  private final Set<String> ended = new TreeSet<>();
  private Duration offset = AT_START;
  private boolean lasts;
  private int kills;

  DisturbedExperiment(ApiServer api, Played played, String name) {
    this.api = api;
    this.endpoints = played.endpoints();
    this.cluster = played.cluster();
    this.name = name;
    this.mortal = new MortalClient(api.client(), endpoints);
  }

  /**
   * Runs it to its end.
   *
   * @param fields of the disturbance kill, as YAML without braces
   */
  ScalabilityExperiment run(String fields, Kill kill, Meanwhile meanwhile) {
    lasts = fields.contains("durationSeconds");
    ScalabilityExperiment given =
        Experiments.with(
            Experiments.cart(api.namespace()),
            """
            sweep: {replicas: [2]}
            load: {open: {rates: [20, 80]}}
            disturbances: [{name: kill, %s, tier: Application, atSecond: %d}]
            maxInvalidRuns: 0
            """
                .formatted(fields, AT_SECOND));
    Experiments.applied(api, name, given);
    LateClock clock = new LateClock(() -> offset);
    cluster.now(Clock.offset(clock, AT_START.negated()));
    KilledOperator operator =
        new KilledOperator(
            mortal, kill, () -> new Operator(mortal.client(), endpoints.prometheus(), clock));
    ScalabilityExperiment end =
        operator.run(MAX_PASSES, () -> api.experiment(name), now -> moveOn(now, meanwhile));
    kills = operator.kills();
    return end;
  }

  private void moveOn(ScalabilityExperiment experiment, Meanwhile meanwhile) {
    Optional<RunResult> running = Observed.running(trial());
    if (running.isPresent() && running.get().startedAt() != null) {
      offset = offset.plus(TICK);
      List<Pod> pods = pods();
      note(pods);
      Optional<DisturbanceResult> known = running.get().disturbance("kill");
      if (known.filter(this::isOver).isEmpty()) {
        known.ifPresent(one -> happens(one, pods, meanwhile));
        return;
      }
      offset = offset.plus(TICK.multipliedBy(4));
    }
    pods().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
        .forEach(this::end);
    cluster.play(experiment);
  }

  private boolean isOver(DisturbanceResult known) {
    return known.over() && (known.failed() != null || !lasts || known.endedAt() != null);
  }

  private static void happens(DisturbanceResult known, List<Pod> pods, Meanwhile meanwhile) {
    if (known.begunAt() == null) {
      List<String> uids = known.pods().stream().map(DisturbedPod::uid).toList();
      meanwhile.before(
          pods.stream().filter(pod -> uids.contains(pod.getMetadata().getUid())).toList());
    } else if (known.madeAt() != null) {
      meanwhile.during();
    }
  }

  /** A pod that was deleted without grace is not there any more. */
  private void note(List<Pod> pods) {
    Set<String> running = new TreeSet<>();
    pods.stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .forEach(pod -> running.add(pod.getMetadata().getUid()));
    seen.stream().filter(uid -> !running.contains(uid)).forEach(ended::add);
    seen.addAll(running);
  }

  /** As its kubelet does. */
  void end(Pod pod) {
    api.client().resource(pod).withGracePeriod(0).delete();
  }

  /** The servers and the balancer. */
  List<Pod> pods() {
    return api.client()
        .pods()
        .inNamespace(api.namespace())
        .withLabel(Labels.EXPERIMENT, name)
        .withLabelIn(Labels.TIER, "application", "balancer")
        .list()
        .getItems();
  }

  /** The uids of those that were deleted in the run. */
  Set<String> ended() {
    return ended;
  }

  /** How often the operator was killed. */
  int kills() {
    return kills;
  }

  private ScalabilityTrialStatus trial() {
    ScalabilityTrial trial = api.trial(name + "-base-2");
    return trial == null ? null : trial.getStatus();
  }

  /** Its first run. */
  RunResult first() {
    return trial().runs().get(0);
  }

  /** Messages of its events with a reason. */
  List<String> events(Reason reason) {
    return api.events(name).stream()
        .filter(event -> event.getReason().equals(reason.text()))
        .map(Event::getMessage)
        .toList();
  }

  @Override
  public void close() {
    mortal.close();
  }
}
