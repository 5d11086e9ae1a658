package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientKindsTest {
  private static final ClientKind QUICK = new ClientKind(new ThinkTime(300, 300), true);
  private static final ClientKind SLOW = new ClientKind(new ThinkTime(400, 400), true);
  private static final ClientKind CLOSING = new ClientKind(new ThinkTime(400, 400), false);

  private static ClientKinds kinds(long seed) {
    Map<ClientKind, Integer> shares = new LinkedHashMap<>();
    shares.put(QUICK, 10);
    shares.put(SLOW, 50);
    shares.put(CLOSING, 40);
    return new ClientKinds(shares, seed);
  }

  @Test
  void everyTenUsersHoldTheExactShares() {
    for (int first = 0; first < 1000; first += 10) {
      assertThat(
              IntStream.range(first, first + 10)
                  .mapToObj(kinds(1)::of)
                  .collect(Collectors.groupingBy(kind -> kind, Collectors.counting())))
          .isEqualTo(Map.of(QUICK, 1L, SLOW, 5L, CLOSING, 4L));
    }
  }

  @Test
  void theSameSeedGivesTheSameKinds() {
    assertThat(firstHundred(1)).isEqualTo(firstHundred(1)).isNotEqualTo(firstHundred(2));
  }

  @Test
  void reportsPropertiesOfSomeKinds() {
    assertThat(kinds(1).someClose()).isTrue();
    assertThat(kinds(1).someKeepAlive()).isTrue();
    assertThat(kinds(1).longestThinkMillis()).isEqualTo(400);
    assertThat(new ClientKinds(Map.of(QUICK, 1), 1).someClose()).isFalse();
    assertThat(new ClientKinds(Map.of(CLOSING, 1), 1).someKeepAlive()).isFalse();
  }

  private static List<ClientKind> firstHundred(long seed) {
    return IntStream.range(0, 100).mapToObj(kinds(seed)::of).toList();
  }
}
