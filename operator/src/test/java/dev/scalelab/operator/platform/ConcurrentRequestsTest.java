package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConcurrentRequestsTest {
  @Test
  void theAnswersAreInTheOrderOfTheQuestions() {
    List<Integer> numbers = List.of(5, 4, 3, 2, 1, 0);

    assertThat(ConcurrentRequests.map(numbers, number -> 10 * number))
        .containsExactly(50, 40, 30, 20, 10, 0);
    assertThat(ConcurrentRequests.map(List.<Integer>of(), number -> number)).isEmpty();
  }

  @Test
  void theyAreSentTogether() {
    CountDownLatch together = new CountDownLatch(3);

    ConcurrentRequests.forEach(
        List.of(1, 2, 3),
        number -> {
          together.countDown();
          assertThat(waits(together)).as("for the others").isTrue();
        });
  }

  /** One object that cannot be created does not keep the others from being created. */
  @Test
  void whenOneFailsTheOthersAreSentAndTheFirstFailureIsThrown() {
    Set<Integer> sent = ConcurrentHashMap.newKeySet();

    assertThatThrownBy(
            () ->
                ConcurrentRequests.forEach(
                    List.of(1, 2, 3, 4, 5, 6, 7),
                    number -> {
                      sent.add(number);
                      if (number == 2 || number == 6) {
                        throw new IllegalStateException("refused " + number);
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("refused 2");
    assertThat(sent).hasSize(7);
  }

  /** All threads wait for requests that only the callers are left to send. */
  @Test
  void aRequestMaySendOthers() {
    List<Integer> many = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);

    assertThat(
            ConcurrentRequests.map(
                many, one -> ConcurrentRequests.map(many, other -> one * other).size()))
        .containsOnly(9)
        .hasSize(9);
  }

  private static boolean waits(CountDownLatch latch) {
    try {
      return latch.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
