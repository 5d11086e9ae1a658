package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.platform.MainContainer;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Recognizes that a kubelet has rotated a log: it then shows only the newest file, and everything
 * before that is lost to its readers. It does not say so.
 */
final class Rotation {
  /** A load generator prints its first line sooner, or prints nothing before its start record. */
  private static final Duration FIRST_LINE = Duration.ofSeconds(30);

  private Rotation() {}

  /**
   * What was lost, if the log that was just read from its beginning does not have the load's start.
   *
   * @param known whether the start was found in an earlier reading
   */
  static Optional<String> of(Pod pod, RecordReader.OfPod read, boolean known) {
    if (read.records().stream().anyMatch(LoadRecord.Start.class::isInstance)) {
      return Optional.empty();
    }
    Optional<Instant> first = read.firstLine();
    boolean late =
        first.isPresent()
            && started(pod).filter(at -> at.plus(FIRST_LINE).isBefore(first.get())).isPresent();
    return known || late
        ? Optional.of(
            ("the log of pod %s begins%s, after the load's start: its node has rotated earlier"
                    + " output away (the kubelet's containerLogMaxSize). Print less, or print each"
                    + " step's record again before the record of the run")
                .formatted(
                    pod.getMetadata().getName(), first.map(at -> " at " + at).orElse(" later")))
        : Optional.empty();
  }

  /** By the same clock as the lines of the log. */
  private static Optional<Instant> started(Pod pod) {
    String container = MainContainer.of(pod);
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> status.getName().equals(container))
        .map(ContainerStatus::getState)
        .filter(Objects::nonNull)
        .map(Rotation::startedAt)
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .findFirst();
  }

  private static String startedAt(ContainerState state) {
    if (state.getTerminated() != null) {
      return state.getTerminated().getStartedAt();
    }
    return state.getRunning() == null ? null : state.getRunning().getStartedAt();
  }
}
