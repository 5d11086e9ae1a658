package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How long after its second a disturbance is made: pods are deleted in real time, against a real
 * API server, by reconciliations at the times that the operator asks for. It prints its figures. It
 * is no test of {@code make test}, whose machine is busy: {@code make bench ONLY=disturbances} runs
 * it, in a minute for each of -Ddisturbance.experiments=N.
 */
class DisturbanceBenchmark {
  private static final int EXPERIMENTS = Integer.getInteger("disturbance.experiments", 13);
  private static final int OF_EACH = 8;
  private static final int FIRST_SECOND = 12;
  private static final int SECONDS_APART = 4;

  /** 99 of 100 disturbances are made within this time. */
  private static final long AIM_MILLIS = 200;

  private static final int MAX_PASSES = 2000;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  /** How many requests reconciliations have sent that made a disturbance. */
  private final Set<Integer> requests = new TreeSet<>();

  @Test
  void eachIsMadeInItsSecond() throws Exception {
    List<Long> late = new ArrayList<>();
    List<Long> machine = Collections.synchronizedList(new ArrayList<>());
    Thread sleeper = sleeper(machine);
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator operator =
          new Operator(
              client.client(),
              played.endpoints().prometheus(),
              Clock.offset(Clock.systemUTC(), DisturbedExperiment.AT_START));
      ResultWatch watch = operator.watch(api.client(), api.namespace());
      operator.objects().start(List.of(api.namespace()), (namespace, experiment) -> {});
      Awaitility.await("the watches").until(() -> operator.objects().follows(api.namespace()));
      for (int number = 1; number <= EXPERIMENTS; number++) {
        late.addAll(lateMillis(client, operator, "bench-" + number));
      }
      operator.objects().stop();
      watch.stop(null);
    }
    sleeper.interrupt();
    sleeper.join();
    print("disturbances were made", late);
    System.out.printf("with %s requests of the reconciliation that made it%n", requests);
    print("times a thread that only sleeps was woken", machine);
    assertThat(late).hasSize(EXPERIMENTS * OF_EACH).allSatisfy(l -> assertThat(l).isNotNegative());
    assertThat(percentile(late, 99)).as("p99").isLessThanOrEqualTo(AIM_MILLIS);
  }

  /** What the machine adds: on a busy one every thread is late. */
  private static Thread sleeper(List<Long> late) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  long before = System.nanoTime();
                  Thread.sleep(50);
                  late.add((System.nanoTime() - before) / 1_000_000 - 50);
                }
              } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }

  private static void print(String what, List<Long> late) {
    Collections.sort(late);
    System.out.printf(
        Locale.ROOT,
        "%d %s late by %d ms (median), %d ms (p99), %d ms (most)%n",
        late.size(),
        what,
        percentile(late, 50),
        percentile(late, 99),
        percentile(late, 100));
  }

  private static long percentile(List<Long> sorted, int percent) {
    return sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
  }

  /** Of all disturbances of an experiment with a server for each. */
  private List<Long> lateMillis(MortalClient client, Operator operator, String name)
      throws InterruptedException {
    String disturbances =
        IntStream.range(0, OF_EACH)
            .mapToObj(
                i ->
                    "{name: d%d, action: DeletePod, tier: Application, server: %d, atSecond: %d}"
                        .formatted(i, i + 1, FIRST_SECOND + SECONDS_APART * i))
            .collect(Collectors.joining(", "));
    Experiments.applied(
        api,
        name,
        Experiments.with(
            Experiments.cart(api.namespace()),
            """
            sweep: {replicas: [%d]}
            load: {open: {rates: [20, 80]}, step: {seconds: 60}}
            disturbances: [%s]
            """
                .formatted(OF_EACH, disturbances)));
    int made = 0;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      ScalabilityExperiment experiment = api.experiment(name);
      int before = client.requests();
      Duration next = operator.passUntilNext(experiment);
      Optional<RunResult> run = running(name);
      if (run.isEmpty()) {
        played.cluster().play(experiment);
        continue;
      }
      List<Long> late = madeIn(run.get());
      if (late.size() > made) {
        made = late.size();
        requests.add(client.requests() - before);
      }
      if (late.size() == OF_EACH) {
        api.client().resource(experiment).delete();
        return late;
      }
      Thread.sleep(next.toMillis());
    }
    throw new AssertionError("not made: " + api.experiment(name).getStatus());
  }

  private static List<Long> madeIn(RunResult run) {
    return run.disturbances() == null
        ? List.of()
        : run.disturbances().stream()
            .filter(one -> one.madeAt() != null)
            .map(DisturbanceResult::lateMillis)
            .toList();
  }

  /** The run whose load has started. */
  private static Optional<RunResult> running(String name) {
    ScalabilityTrial trial = api.trial("%s-base-%d".formatted(name, OF_EACH));
    return trial == null || trial.getStatus() == null
        ? Optional.empty()
        : Observed.running(trial.getStatus()).filter(run -> run.startedAt() != null);
  }
}
