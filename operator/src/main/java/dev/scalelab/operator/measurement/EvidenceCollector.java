package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Evidence;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects what the servers did in a step's window from Prometheus. */
@Singleton
public class EvidenceCollector {
  /** Time after the window in which no answer can be whole yet: a scrape and its storing. */
  static final Duration SETTLE = Duration.ofSeconds(6);

  /**
   * Time after the window in which samples of containers arrive, on the slowest of kubelets
   * (housekeeping of 10 s with its jitter, then a scrape). After it a figure that a step can do
   * without is given up.
   */
  static final Duration ARRIVAL = Duration.ofSeconds(25);

  /** Time after the window after which a figure that a step needs is given up. */
  static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A figure so old is not that of now: several scrapes of it are missing. */
  private static final Duration LATELY = Duration.ofSeconds(60);

  private final PrometheusClient prometheus;

  /** A collector that asks one Prometheus. */
  public EvidenceCollector(PrometheusClient prometheus) {
    this.prometheus = prometheus;
  }

  /**
   * The servers' side of a window.
   *
   * <p>A valid step needs the CPU of every application server and the limit in force there, the
   * cluster's size and the servers' queues where its contract promises them, and the balancer's
   * requests; without them the answer is NotYet until 90 s after the window, then Missing. Every
   * other figure may be absent, and is waited for until 25 s after the window where it is promised.
   * When a server restarted, nothing is waited for: the run is invalid as it is. A Prometheus that
   * cannot be asked may have them: how long it is waited for is the caller's choice.
   *
   * @param subject the testbed
   * @param runStart when the run began: containers that started later are restarts
   * @param from begin of the measured window
   * @param to end of the measured window
   * @param now the time
   */
  public EvidenceResult collect(
      Subject subject, Instant runStart, Instant from, Instant to, Instant now) {
    if (now.isBefore(to.plus(SETTLE))) {
      return new EvidenceResult.NotYet("samples up to " + to + " are still being collected");
    }
    boolean patient = now.isBefore(to.plus(PATIENCE));
    boolean arriving = now.isBefore(to.plus(ARRIVAL));
    try {
      WindowEvidence found = new WindowEvidence(prometheus, subject, runStart, from, to);
      List<String> slow = found.absentContainers();
      if (arriving && !slow.isEmpty()) {
        // The rest is asked for once: the next step is being measured meanwhile.
        return new EvidenceResult.NotYet("waiting for samples of " + String.join(", ", slow));
      }
      return judge(found, patient, arriving);
    } catch (PrometheusException e) {
      // It may hold the samples, and be there again later.
      return new EvidenceResult.NotYet(e.getMessage());
    }
  }

  private static EvidenceResult judge(WindowEvidence found, boolean patient, boolean arriving) {
    Evidence evidence = found.evidence();
    if (evidence.restarts() != null && evidence.restarts() > 0) {
      return new EvidenceResult.Complete(evidence);
    }
    List<String> needed = found.absentNeeded();
    if (!needed.isEmpty()) {
      return unfinished("Prometheus has no samples of " + String.join(", ", needed), patient);
    }
    List<String> others = found.absentOthers();
    return others.isEmpty() || !arriving
        ? new EvidenceResult.Complete(evidence)
        : new EvidenceResult.NotYet("waiting for samples of " + String.join(", ", others));
  }

  private static EvidenceResult unfinished(String reason, boolean patient) {
    return patient ? new EvidenceResult.NotYet(reason) : new EvidenceResult.Missing(reason);
  }

  /**
   * Members in the smallest cluster view now; empty unless exactly as many servers as the subject
   * has tell theirs.
   *
   * @throws PrometheusException when Prometheus cannot be asked
   */
  public OptionalInt clusterSize(Subject subject, Instant now) {
    List<Series> views = prometheus.query(new Queries(subject).clusterSize(), now);
    Set<String> pods = views.stream().map(view -> view.label("pod")).collect(Collectors.toSet());
    return pods.size() == subject.replicas()
        ? views.stream().mapToInt(view -> (int) view.value()).min()
        : OptionalInt.empty();
  }

  /**
   * Transactions in the queues of all servers; empty unless as many servers as the subject has have
   * told theirs since a time, and not too long ago.
   *
   * @throws PrometheusException when Prometheus cannot be asked
   */
  public OptionalLong backlog(Subject subject, Instant since, Instant now) {
    // In whole seconds, and so no sample from before that time.
    long seconds = Math.min(Duration.between(since, now).toSeconds(), LATELY.toSeconds());
    if (seconds < 1) {
      return OptionalLong.empty();
    }
    String range = "%s[%ds]".formatted(new Queries(subject).queueCount(), seconds);
    List<Series> queues = prometheus.query(range, now);
    return queues.size() == subject.replicas()
        ? OptionalLong.of((long) queues.stream().mapToDouble(Series::value).sum())
        : OptionalLong.empty();
  }
}
