package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.dashboards.DashboardQueries;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The small sample on a real cluster, its operator killed four times on the way; then every figure
 * is looked at.
 */
class SmallExperimentE2E {
  private static final String NAME = "small";
  private static final int MINUTES = 15;

  private static final Cluster cluster = new Cluster();
  private static final Map<String, Set<String>> loadJobs = new ConcurrentHashMap<>();
  private static final Map<String, StepResult> firstSeen = new ConcurrentHashMap<>();
  private static int kills;
  private static Instant from;
  private static ScalabilityExperiment experiment;

  @BeforeAll
  static void runItAndKillItsOperator() throws IOException {
    from = Instant.now();
    var jobs =
        cluster
            .client()
            .batch()
            .v1()
            .jobs()
            .inNamespace(Cluster.NAMESPACE)
            .withLabel("scalelab.dev/experiment", NAME)
            .inform(
                handler(
                    (Job job) -> {
                      if (job.getMetadata().getName().endsWith("-load")) {
                        loadJobs
                            .computeIfAbsent(
                                job.getMetadata().getName(), name -> ConcurrentHashMap.newKeySet())
                            .add(job.getMetadata().getUid());
                      }
                    }));
    var trials =
        cluster
            .client()
            .resources(ScalabilityTrial.class)
            .inNamespace(Cluster.NAMESPACE)
            .withLabel("scalelab.dev/experiment", NAME)
            .inform(handler(SmallExperimentE2E::remember));
    cluster.apply(Cluster.sample("small.yaml"));

    cluster
        .client()
        .batch()
        .v1()
        .jobs()
        .inNamespace(Cluster.NAMESPACE)
        .withName("small-base-1-warmup")
        .waitUntilCondition(job -> job != null, MINUTES, TimeUnit.MINUTES);
    kill();
    cluster.await("small-base-1", trial -> steps(trial) >= 1, MINUTES);
    kill();
    cluster.await("small-base-1", Cluster::succeeded, MINUTES);
    kill();
    cluster.await("small-base-2", trial -> steps(trial) >= 4, MINUTES);
    kill();
    experiment = cluster.awaitFinished(NAME, MINUTES);
    trials.stop();
    jobs.stop();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void endsWithAVerdictAndARowForEachConfiguration() {
    assertThat(experiment.getStatus().phase())
        .as(experiment.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(experiment.getStatus().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(experiment.getStatus().trials()).isEqualTo("3/3");
    assertThat(experiment.getStatus().configurations())
        .extracting(ConfigurationResult::replicas)
        .containsExactly(1, 2, 3);
    assertThat(experiment.getStatus().configurations())
        .allSatisfy(row -> assertThat(row).hasNoNullFieldsOrPropertiesExcept("changePercent"));
  }

  @Test
  void throughputGrowsWithPodsUntilTheHostOrTheDatabaseStopsIt() {
    List<ConfigurationResult> rows = experiment.getStatus().configurations();
    assertThat(rows.get(0).saturated()).as("one pod must be brought to its limit").isTrue();
    assertThat(rows.get(1).speedup()).isBetween(stopped("small-base-2") ? 0.8 : 1.25, 2.75);
    assertThat(rows.get(2).speedup())
        .isGreaterThan(rows.get(1).speedup() * (stopped("small-base-3") ? 0.8 : 1.1))
        .isLessThan(4.0);
  }

  @Test
  void noStepIsLostOrMeasuredTwiceThoughTheOperatorWasKilled() {
    assertThat(kills).isGreaterThanOrEqualTo(3);
    assertThat(loadJobs).hasSize(3).allSatisfy((name, uids) -> assertThat(uids).hasSize(1));
    for (String trial : List.of("small-base-1", "small-base-2", "small-base-3")) {
      assertThat(steps(trial)).extracting(StepResult::step).containsExactly(1, 2, 3, 4);
      assertThat(steps(trial))
          .allSatisfy(
              step ->
                  assertThat(step.with(null)).isEqualTo(firstSeen.get(trial + "/" + step.step())));
    }
  }

  @Test
  void theDatabaseHoldsWhatTheClientWasTold() {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      RunResult run = validRun(row.trial());
      TransactionCount orders = count(run, "newOrder");
      TransactionCount changes = count(run, "changeOrder");
      assertThat(run.audit().ordersCreated()).isBetween(orders.ok(), orders.ok() + orders.failed());
      assertThat(run.audit().ordersChanged())
          .isBetween(changes.ok(), changes.ok() + changes.failed());
      assertThat(run.audit().violations()).isZero();
      long measured = run.steps().stream().mapToLong(StepResult::completed).sum();
      assertThat(run.totals().transactions().stream().mapToLong(TransactionCount::ok).sum())
          .as("a whole run holds more than its measured windows")
          .isGreaterThan(measured);
    }
  }

  @Test
  void theBalancerCountsWhatTheClientSent() throws Exception {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      RunResult run = validRun(row.trial());
      double before = balancerRequests(row.trial(), Instant.parse(run.startedAt()));
      double after = balancerRequests(row.trial(), Instant.parse(run.finishedAt()).plusSeconds(4));
      // A request that timed out at the client, or never got a connection, need not have reached
      // the balancer whole.
      assertThat(after - before)
          .isBetween(
              (double) run.totals().requests() - run.totals().failedRequests(),
              (double) run.totals().requests());
    }
  }

  @Test
  void serversWereMeasuredAtTheirShare() {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      assertThat(steps(row.trial()))
          .allSatisfy(
              step -> {
                assertThat(step.evidence().cpuLimitCores()).isEqualTo(0.3);
                assertThat(step.evidence().clusterSize()).isEqualTo(row.replicas());
                assertThat(cores(step, "application")).isLessThan(0.3 * row.replicas() * 1.1);
                assertThat(step.pods()).hasSize(row.replicas());
                assertThat(step.evidence().databaseCommitsPerSecond())
                    .isGreaterThan(step.throughputPerSecond() * 0.5);
              });
    }
  }

  @Test
  void everyPanelOfTheDashboardsShowsSomething() throws Exception {
    var queries =
        new DashboardQueries(
            cluster.prometheus(),
            Map.of("namespace", Cluster.NAMESPACE, "experiment", NAME, "trial", ".*"));

    assertThat(queries.problems(from, Instant.now())).isEmpty();
  }

  @Test
  void nothingOfTheTestbedIsLeft() {
    cluster.awaitTornDown(NAME);

    assertThat(cluster.children(NAME))
        .extracting(child -> child.getKind())
        .containsOnly("ScalabilityTrial", "ConfigMap");
  }

  /** Whether the machine or the database had nothing left to give in a step. */
  private static boolean stopped(String trial) {
    return steps(trial).stream()
        .anyMatch(step -> step.evidence().hostCpuPercent() > 90 || cores(step, "database") > 0.85);
  }

  private static void kill() {
    if (cluster.killOperator()) {
      kills++;
    }
  }

  private static void remember(ScalabilityTrial trial) {
    if (trial.getStatus() == null) {
      return;
    }
    for (RunResult run : trial.getStatus().runs()) {
      run.steps()
          .forEach(
              step ->
                  firstSeen.putIfAbsent(
                      trial.getMetadata().getName() + "/" + step.step(), step.with(null)));
    }
  }

  private static <T> ResourceEventHandler<T> handler(java.util.function.Consumer<T> seen) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T added) {
        seen.accept(added);
      }

      @Override
      public void onUpdate(T before, T after) {
        seen.accept(after);
      }

      @Override
      public void onDelete(T deleted, boolean finalStateUnknown) {}
    };
  }

  private static int steps(ScalabilityTrial trial) {
    List<RunResult> runs = trial.getStatus().runs();
    return runs.isEmpty() ? 0 : runs.get(0).steps().size();
  }

  private static List<StepResult> steps(String trial) {
    return validRun(trial).steps();
  }

  private static RunResult validRun(String trial) {
    List<RunResult> runs = cluster.trial(trial).get().getStatus().runs();
    assertThat(runs).as("%s: one run, and it is valid", trial).hasSize(1);
    return runs.get(0);
  }

  private static TransactionCount count(RunResult run, String name) {
    return run.totals().transactions().stream()
        .filter(count -> count.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static double cores(StepResult step, String tier) {
    return step.evidence().tiers().stream()
        .filter(use -> use.tier().equals(tier))
        .mapToDouble(TierUse::cpuCores)
        .sum();
  }

  private static double balancerRequests(String trial, Instant when) throws Exception {
    String query = "sum(haproxy_backend_http_requests_total{trial=\"" + trial + "\"})";
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            cluster.prometheus()
                                + "/api/v1/query?time="
                                + when
                                + "&query="
                                + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    JsonNode result = new ObjectMapper().readTree(answer.body()).path("data").path("result");
    assertThat(result).as("%s at %s", query, when).hasSize(1);
    return result.get(0).path("value").get(1).asDouble();
  }
}
