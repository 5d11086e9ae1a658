package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.StepClocks;
import dev.scalelab.operator.plan.ServerGroup;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Collects what the servers did in a step's window from Prometheus. */
@Singleton
public class EvidenceCollector {
  /** Time after the window in which no answer can be complete yet: a scrape and its storage. */
  static final Duration SETTLE = Duration.ofSeconds(6);

  /**
   * Time after the window in which samples of containers arrive, on the slowest of kubelets
   * (housekeeping of 10 s with its jitter, then a scrape). After it the collector stops waiting for
   * optional figures.
   */
  static final Duration ARRIVAL = Duration.ofSeconds(25);

  /** Time after the window after which the collector stops waiting for required figures. */
  static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A pod is connected again a moment before that is recorded. */
  private static final Duration WHILE_ENDING = Duration.ofSeconds(1);

  /**
   * In this time before a disturbance each server was scraped, even one that an earlier one froze.
   */
  private static final Duration BEFORE_A_TRANSFER = Duration.ofMinutes(10);

  /** Two scrapes before and after a window, between which its ends are interpolated. */
  private static final Duration AROUND_BATCHES = Duration.ofSeconds(10);

  /** An older figure is outdated: several of its scrapes are missing. */
  private static final Duration LATELY = Duration.ofSeconds(60);

  private final PrometheusClient prometheus;

  /** A collector that queries one Prometheus. */
  public EvidenceCollector(PrometheusClient prometheus) {
    this.prometheus = prometheus;
  }

  /**
   * The servers' side of a window.
   *
   * <p>A server that is too busy to answer a scrape in the window counts with its next report of
   * the cluster view, up to 90 s after the window.
   *
   * <p>A valid step needs the CPU of every application server and the limit in force there, the
   * cluster's size, the settings in force of every server and the servers' queues if its contract
   * promises them, and the balancer's requests; without them the answer is NotYet until 90 s after
   * the window, then Missing. Every other figure may be absent; if promised, it is waited for until
   * 25 s after the window. When a server restarted, nothing is waited for: the run is invalid
   * anyway. A Prometheus that cannot be queried may still have the samples: the caller decides how
   * long to wait for it.
   *
   * @param subject the testbed
   * @param runStart start of the run: containers that started later are restarts
   * @param from start of the measured window
   * @param to end of the measured window
   * @param now the time
   */
  public EvidenceResult collect(
      Subject subject, Instant runStart, Instant from, Instant to, Instant now) {
    if (now.isBefore(to.plus(SETTLE))) {
      return new EvidenceResult.NotYet("samples up to " + to + " are still being collected");
    }
    JoinedQueries queries = new JoinedQueries(prometheus, subject.scope());
    Supplier<WindowEvidence> window =
        () -> new WindowEvidence(queries, subject, runStart, from, to);
    try {
      if (now.isBefore(to.plus(ARRIVAL))) {
        // The rest is queried once they are there, because the next step is being measured.
        queries.begin(() -> window.get().evidence());
        List<String> late = window.get().lateContainers();
        if (!late.isEmpty()) {
          return waiting(late);
        }
      }
      return queries.calculate(() -> judge(window.get(), to, now));
    } catch (PrometheusException e) {
      // It may have the samples, and be available again later.
      return new EvidenceResult.NotYet(e.getMessage());
    }
  }

  /**
   * CPU time of all servers in each batch of a window, in seconds; empty if it is not known, or
   * Prometheus cannot be queried: a step can be judged without it.
   */
  public double[] cpuSeconds(Subject subject, Instant from, Instant to) {
    Duration range = Duration.between(from, to).plus(AROUND_BATCHES.multipliedBy(2));
    String samples = "%s[%ds]".formatted(new Queries(subject).processCpu(), range.toSeconds() + 1);
    try {
      return CpuBatches.of(
          prometheus.query(samples, to.plus(AROUND_BATCHES)),
          subject.replicas(),
          from.toEpochMilli() / 1000.0,
          Duration.between(from, to).toMillis() / 1000.0);
    } catch (PrometheusException e) {
      return new double[0];
    }
  }

  /**
   * Prometheus' clock, and those of nodes that differ from it; empty if it does not report its
   * time.
   *
   * @param result of the evidence at this moment
   */
  public Optional<StepClocks> clocks(Subject subject, EvidenceResult result, Clock operator) {
    try {
      boolean complete = result instanceof EvidenceResult.Complete;
      return Optional.of(new ComparedClocks(prometheus).of(subject, complete, operator));
    } catch (PrometheusException e) {
      return Optional.empty();
    }
  }

  private static EvidenceResult judge(WindowEvidence found, Instant to, Instant now) {
    boolean patient = now.isBefore(to.plus(PATIENCE));
    boolean arriving = now.isBefore(to.plus(ARRIVAL));
    // All at once: each further request costs the measured host more than what it returns.
    Evidence evidence = found.evidence();
    List<String> slow = found.absentContainers();
    if (arriving && !slow.isEmpty()) {
      return waiting(slow);
    }
    if (found.restarts().orElse(0) > 0) {
      return new EvidenceResult.Complete(evidence);
    }
    List<String> views = patient ? found.absentViews() : List.of();
    if (!views.isEmpty()) {
      return new EvidenceResult.NotYet("waiting for " + String.join(", ", views));
    }
    List<String> needed = found.absentNeeded();
    if (!needed.isEmpty()) {
      return unfinished("Prometheus has no samples of " + String.join(", ", needed), patient);
    }
    List<String> others = found.absentOthers();
    return others.isEmpty() || !arriving ? new EvidenceResult.Complete(evidence) : waiting(others);
  }

  private static EvidenceResult waiting(List<String> absent) {
    return new EvidenceResult.NotYet("waiting for samples of " + String.join(", ", absent));
  }

  private static EvidenceResult unfinished(String reason, boolean patient) {
    return patient ? new EvidenceResult.NotYet(reason) : new EvidenceResult.Missing(reason);
  }

  /**
   * Seconds from a disturbance until all members of the servers' cluster saw each other again, to
   * the interval of their scrapes; empty if they did not by an end, or Prometheus cannot be
   * queried.
   *
   * @param made when it was made
   * @param until the end, or the present
   */
  public OptionalDouble membersBack(Subject subject, Instant made, Instant until) {
    String views =
        "%s[%ds]"
            .formatted(
                new Queries(subject).clusterSize(), Duration.between(made, until).toSeconds() + 1);
    try {
      return MembersBack.seconds(
          prometheus.query(views, until),
          pod -> members(subject, pod),
          subject.replicas(),
          made.toEpochMilli() / 1000.0);
    } catch (PrometheusException e) {
      return OptionalDouble.empty();
    }
  }

  /**
   * Seconds of state transfers from a disturbance to an end, of the server that took part in them
   * for longest; empty if none reports it, or Prometheus cannot be queried.
   */
  public OptionalDouble stateTransfers(Subject subject, Instant made, Instant until) {
    Duration range = Duration.between(made, until).plus(BEFORE_A_TRANSFER);
    try {
      return StateTransfers.seconds(
          prometheus.query(
              "%s[%ds]".formatted(new Queries(subject).stateTransfers(), range.toSeconds()), until),
          made.toEpochMilli() / 1000.0);
    } catch (PrometheusException e) {
      return OptionalDouble.empty();
    }
  }

  /**
   * Why it cannot be said that pods were cut off from the network by a disturbance that has ended;
   * empty if Prometheus, which scraped them before, got no answer any more.
   */
  public Optional<String> notCut(Subject subject, DisturbanceResult made) {
    Instant from = Instant.parse(made.madeAt());
    Instant to = Instant.parse(made.endedAt()).minus(WHILE_ENDING);
    String pods = made.pods().stream().map(DisturbedPod::pod).collect(Collectors.joining("|"));
    String scrapes =
        "up%s[%ds]"
            .formatted(
                subject.selector("pod=~\"" + pods + "\""),
                Math.max(1, Duration.between(from, to).toSeconds()));
    try {
      return CutScrapes.problem(made, prometheus.query(scrapes, to));
    } catch (PrometheusException e) {
      return Optional.of(
          "Prometheus could not be asked whether the network was cut: " + e.getMessage());
    }
  }

  /**
   * Members in the smallest cluster view of each partition now, together; empty unless exactly the
   * subject's number of servers report theirs.
   *
   * @throws PrometheusException when Prometheus cannot be queried
   */
  public OptionalInt clusterSize(Subject subject, Instant now) {
    Map<String, Double> views =
        prometheus.query(new Queries(subject).clusterSize(), now).stream()
            .collect(Collectors.toMap(view -> view.label("pod"), Series::value, Math::min));
    return views.size() == subject.replicas()
        ? ClusterSize.members(views, subject.servers())
        : OptionalInt.empty();
  }

  /** How many members the cluster of a server has: those of its partition. */
  private static int members(Subject subject, String pod) {
    return subject.servers().stream()
        .filter(group -> subject.servers().size() == 1 || group.pods().contains(pod))
        .mapToInt(ServerGroup::servers)
        .sum();
  }

  private static OptionalInt smallest(List<Series> views, int reporters) {
    Set<String> pods = views.stream().map(view -> view.label("pod")).collect(Collectors.toSet());
    return pods.size() == reporters
        ? views.stream().mapToInt(view -> (int) view.value()).min()
        : OptionalInt.empty();
  }

  /**
   * Members in the smallest cluster view of the Infinispan servers now; empty unless exactly this
   * number report theirs.
   *
   * @throws PrometheusException when Prometheus cannot be queried
   */
  public OptionalInt cacheMembers(Subject subject, int caches, Instant now) {
    return smallest(prometheus.query(new CacheQueries(subject).members(), now), caches);
  }

  /**
   * Transactions in the queues of all servers; empty unless the subject's number of servers have
   * reported theirs since a time, and recently.
   *
   * @throws PrometheusException when Prometheus cannot be queried
   */
  public OptionalLong backlog(Subject subject, Instant since, Instant now) {
    // In whole seconds, rounded down, so that no earlier sample is included.
    long seconds = Math.min(Duration.between(since, now).toSeconds(), LATELY.toSeconds());
    if (seconds < 1) {
      return OptionalLong.empty();
    }
    String range = "%s[%ds]".formatted(new Queries(subject).queueCount(), seconds);
    List<Series> queues = prometheus.query(range, now);
    return queues.stream().map(queue -> queue.label("pod")).distinct().count() == subject.replicas()
        ? OptionalLong.of((long) queues.stream().mapToDouble(Series::value).sum())
        : OptionalLong.empty();
  }
}
