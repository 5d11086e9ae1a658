package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Logs that could not be read in time. */
class JobLogsTest {
  private final Pod pod =
      new PodBuilder()
          .withNewMetadata()
          .withName("load-0")
          .withUid("0")
          .withLabels(Map.of())
          .withCreationTimestamp("2026-11-27T08:00:00Z")
          .endMetadata()
          .withNewStatus()
          .withPhase("Succeeded")
          .endStatus()
          .build();

  @Test
  void aLogThatWasNotReadToItsEndIsNamedTheLastTime() {
    assertThat(output(true).unread())
        .contains("the log of pod load-0 was not read to its end within 0 s");
    assertThat(output(false).unread()).as("it goes on next time").isEmpty();
  }

  /** With no time at all for reading, so that no log is requested. */
  private JobOutput output(boolean whole) {
    return new JobLogs(new PodLogs(null), new OutputMemory(), Clock.systemUTC(), Duration.ZERO)
        .read(List.of(pod), 0, whole);
  }
}
