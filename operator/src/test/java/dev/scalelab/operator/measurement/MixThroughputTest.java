package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRecordStepBuilder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Windows of 20 s; a new order has four requests, an order status one. */
class MixThroughputTest {

  @Test
  void isTheThroughputWhenEverythingCompletes() {
    assertThat(perSecond(orders(300, 0, 300), looks(300, 300))).isEqualTo(30.0);
  }

  @Test
  void countsWhatCompletedByTheRequestsThatItTakes() {
    // As observed with one server at 75 per second: 25 per second completed, but only a fifth of
    // the new orders.
    assertThat(perSecond(orders(750, 0, 140), looks(750, 360)))
        .isCloseTo(75 * (4 * 140 + 360) / (5 * 750.0), within(1e-9));
  }

  @Test
  void isLessWhileNewOrdersPileUpThoughNothingHasFailedYet() {
    assertThat(perSecond(orders(300, 0, 200), looks(300, 300)))
        .isCloseTo(30 * 1100 / 1500.0, within(1e-9));
  }

  @Test
  void isLittleWhenAllOfTheLargestKindHang() {
    assertThat(perSecond(orders(300, 0, 0), looks(300, 300))).isEqualTo(6.0);
  }

  @Test
  void doesNotCountWhatTheStepBeforeLeft() {
    assertThat(perSecond(orders(300, 0, 330), looks(300, 330))).isEqualTo(30.0);
  }

  @Test
  void whatWasNotSentBecauseTooManyWereOpenArrivedNonetheless() {
    assertThat(perSecond(orders(150, 150, 150), looks(300, 150))).isEqualTo(15.0);
  }

  @Test
  void isTheThroughputOfAGeneratorThatDoesNotReportRequestsOfAKind() {
    assertThat(perSecond(new LoadRecord.Transaction(0, 0, 500, 0, 500, 0, null), looks(0, 0)))
        .isEqualTo(25.0);
  }

  private static LoadRecord.Transaction orders(long sent, long shed, long ok) {
    return new LoadRecord.Transaction(sent, shed, ok, shed, 4 * ok, 4, null);
  }

  private static LoadRecord.Transaction looks(long sent, long ok) {
    return new LoadRecord.Transaction(sent, 0, ok, 0, ok, 1, null);
  }

  private static double perSecond(LoadRecord.Transaction orders, LoadRecord.Transaction looks) {
    return MixThroughput.perSecond(
        LoadRecordStepBuilder.builder()
            .run("small-base-1-r1")
            .step(1)
            .targetPerSecond(30.0)
            .startedAt(Instant.EPOCH)
            .measuredFrom(Instant.EPOCH)
            .measuredTo(Instant.EPOCH.plusSeconds(20))
            .measuredSeconds(20.0)
            .scheduled(600)
            .sent(600)
            .completed(orders.ok() + looks.ok())
            .transactions(Map.of("newOrder", orders, "orderStatus", looks))
            .cpuSeconds(1.0)
            .build());
  }
}
