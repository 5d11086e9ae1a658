package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenPods;
import dev.scalelab.operator.testbed.PodGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Evidence of testbeds that a test class plants in a real Prometheus of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PlantedEvidence {
  static final Instant FROM = Instant.now().minusSeconds(900).truncatedTo(ChronoUnit.SECONDS);
  static final Instant TO = FROM.plusSeconds(20);
  static final Instant RUN_START = FROM.minusSeconds(60);
  static final Instant LATER = TO.plusSeconds(600);

  /** Of a testbed with a database, without queues and suppliers. */
  static final Contract PLAIN = new Contract(true, true, true, false);

  EvidenceCollector collector;
  private RealPrometheus prometheus;

  /** Adds the series of all testbeds. */
  abstract void plant(PlantedSamples samples);

  @BeforeAll
  void start(@TempDir Path folder) throws IOException, InterruptedException {
    RealPrometheus.assumeInstalled();
    PlantedSamples samples = new PlantedSamples(FROM, TO);
    plant(samples);
    prometheus = RealPrometheus.holding(folder, samples.toString());
    collector =
        new EvidenceCollector(new PrometheusClient(prometheus.url(), Duration.ofSeconds(10)));
  }

  @AfterAll
  void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
  }

  /** The evidence of an experiment's testbed with one database, when all has arrived. */
  Evidence complete(String experiment, int replicas) {
    return complete(subject(experiment, replicas), LATER);
  }

  Evidence complete(Subject subject, Instant now) {
    EvidenceResult result = collect(subject, now);
    assertThat(result).isInstanceOf(EvidenceResult.Complete.class);
    return ((EvidenceResult.Complete) result).evidence();
  }

  EvidenceResult collect(Subject subject, Instant now) {
    return collector.collect(subject, RUN_START, FROM, TO, now);
  }

  /** The requests that the evidence of a window up to the end of all takes. */
  List<String> requests(Subject subject, int seconds, Instant now) {
    List<String> requests = new ArrayList<>();
    PrometheusClient counting =
        new PrometheusClient(prometheusUrl(), Duration.ofSeconds(10)) {
          @Override
          List<Series> query(String expression, Instant at) {
            requests.add(expression);
            return super.query(expression, at);
          }
        };
    new EvidenceCollector(counting).collect(subject, RUN_START, TO.minusSeconds(seconds), TO, now);
    return requests;
  }

  String prometheusUrl() {
    return prometheus.url();
  }

  static Subject subject(String experiment, int replicas) {
    return subject(experiment, replicas, 1, Map.of());
  }

  /** With that number of instances of the database, and a data source of its own. */
  static Subject subject(
      String experiment,
      int replicas,
      int instances,
      Map<String, List<Subject.DataSource>> dataSources) {
    return new Subject(
        "default",
        experiment,
        experiment + "-base-" + replicas,
        Map.of("main", new Subject.Cluster(experiment + "-base-db", instances)),
        dataSources,
        pods(experiment, replicas, instances),
        GivenPods.servers(experiment + "-base-" + replicas, replicas),
        PLAIN);
  }

  /** A data source of each server of the trial of two of the experiment small, for its database. */
  static Map<String, List<Subject.DataSource>> dataSource(String name) {
    return Map.of("main", List.of(new Subject.DataSource("small-base-2-app", name)));
  }

  private static List<PodGroup> pods(String experiment, int replicas, int instances) {
    String database = "system: {databases: [{name: main, instances: %d}]}".formatted(instances);
    return GivenPods.of(
        experiment, Experiments.with(Experiments.small("default"), database), replicas);
  }

  /** The same testbed with another group of pods. */
  static Subject with(Subject subject, PodGroup another) {
    List<PodGroup> pods = new ArrayList<>(subject.pods());
    pods.add(another);
    return new Subject(
        subject.namespace(),
        subject.experiment(),
        subject.trial(),
        subject.databases(),
        subject.dataSources(),
        pods,
        subject.servers(),
        subject.contract());
  }

  /** Two servers with suppliers. */
  static Subject supplied(String experiment) {
    return subject(experiment, 2, PLAIN, Experiments.ecperf("default"));
  }

  static Subject subject(
      String experiment, int replicas, Contract contract, ScalabilityExperiment pods) {
    return new Subject(
        "default",
        experiment,
        experiment + "-base-" + replicas,
        contract.database()
            ? Map.of("main", new Subject.Cluster(experiment + "-base-db", 1))
            : Map.of(),
        Map.of(),
        GivenPods.of(experiment, pods, replicas),
        GivenPods.servers(experiment + "-base-" + replicas, replicas),
        contract);
  }
}
