package dev.scalelab.benchmark.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

  private static final UUID NUMBER = UUID.fromString("6f1c2a52-2b0f-4f0e-9d3b-0d1c5a9e7b11");

  private final Backoff backoff = new Backoff(1000, 10_000, 1);

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 2000", "3, 4000", "4, 8000", "5, 10000", "40, 10000", "1000, 10000"})
  void aPauseIsTwiceAsLongEachTimeUpToTheBoundLessAChanceOfHalf(int attempt, int longest) {
    assertThat(ofNumbers(attempt))
        .allMatch(millis -> millis >= longest / 2 && millis <= longest)
        .anyMatch(millis -> millis < longest * 0.6)
        .anyMatch(millis -> millis > longest * 0.9);
  }

  @Test
  void theSameSeedGivesTheSamePauses() {
    assertThat(pauses(new Backoff(1000, 10_000, 1))).isEqualTo(pauses(backoff));
    assertThat(pauses(new Backoff(1000, 10_000, 2))).isNotEqualTo(pauses(backoff));
  }

  private static List<Integer> pauses(Backoff backoff) {
    return IntStream.rangeClosed(1, 10).mapToObj(i -> backoff.millisAfter(NUMBER, i)).toList();
  }

  /** The pauses of many orders after the same attempt. */
  private Stream<Integer> ofNumbers(int attempt) {
    return IntStream.range(0, 200)
        .mapToObj(i -> backoff.millisAfter(new UUID(i * 7919L, i), attempt));
  }
}
