package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What remains of a diagnosis after it was tried. */
class BottleneckTest {
  private static final Bottleneck NAMED =
      BottleneckBuilder.builder()
          .verdict(BottleneckVerdict.LIMITED)
          .resource("Database/Cpu")
          .database("main")
          .confidence(Confidence.HIGH)
          .utilization(0.98)
          .boundPerSecond(64.8)
          .message("base-2 is limited by the database CPU")
          .recommendation("raise databases[main].cpu")
          .candidates(
              List.of(candidate("Application/Cpu"), candidate("Cache/Cpu"), candidate("Host/Cpu")))
          .times(List.of(new TimePart("rest", 12.0)))
          .build();

  @Test
  void oneThatWasVerifiedStays() {
    assertThat(NAMED.verified(true))
        .isEqualTo(BottleneckBuilder.builder(NAMED).verified(true).build());
  }

  @Test
  void oneThatWasNotConfirmedNamesOnlyCandidates() {
    assertThat(NAMED.verified(false))
        .isEqualTo(
            BottleneckBuilder.builder()
                .verdict(BottleneckVerdict.NOT_DETERMINED)
                .candidates(
                    List.of(
                        new BottleneckCandidate("Database/Cpu", "main", 0.98, 64.8, null),
                        candidate("Application/Cpu"),
                        candidate("Cache/Cpu")))
                .times(NAMED.times())
                .verified(false)
                .build());
  }

  private static BottleneckCandidate candidate(String resource) {
    return new BottleneckCandidate(resource, null, null, 90.0, null);
  }
}
