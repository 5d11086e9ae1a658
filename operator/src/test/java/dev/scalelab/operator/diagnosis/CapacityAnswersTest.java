package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.CapacityAnswer;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.PercentileRatio;
import dev.scalelab.operator.api.QuestionSpec;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.api.SystemModel;
import dev.scalelab.operator.api.SystemModelBuilder;
import dev.scalelab.operator.support.CpuTime;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Customers to requests and orders an hour to servers. */
class CapacityAnswersTest {
  private static final Duration AIM = Duration.ofMillis(300);

  private static final SlotDemand SLOTS = new SlotDemand("JDBC pool", 50.0, 2.0);
  private static final SystemModel BASE =
      SystemModelBuilder.builder()
          .system("base")
          .replicas(2)
          .demands(
              List.of(
                  new ServiceDemand("application", null, new Estimate(10.0, 9.0, 11.0), 1.0),
                  new ServiceDemand("database", null, new Estimate(1.5, 1.4, 1.6), 1.0)))
          .delayMillis(20.0)
          .requestsEach(2.5)
          .ordersEach(0.5)
          .percentiles(List.of(new PercentileRatio(0.5, 2.0), new PercentileRatio(0.9, 3.0)))
          .throughputErrorPercent(-2.0)
          .responseErrorPercent(10.0)
          .build();

  @Test
  void usersBecomeTransactionsThenServers() {
    CapacityAnswer answer = answer(BASE, new QuestionSpec(200, 1000, null, 500));

    assertThat(answer.perSecond()).isCloseTo(191, within(3.0));
    assertThat(answer.requestsPerSecond()).isCloseTo(2.5 * answer.perSecond(), within(0.05));
    assertThat(answer.ordersPerHour()).isCloseTo(1800 * answer.perSecond(), within(20.0));
    assertThat(answer.replicas()).isEqualTo(3);
    assertThat(answer.low()).isEqualTo(3);
    assertThat(answer.high()).isEqualTo(3);
    assertThat(answer.extrapolated()).isNull();
    assertThat(answer.message())
        .startsWith(
            "base, 200 users with 1000 ms between transactions with p95 up to 500 ms, which is 191 transactions/s and")
        .contains(": 3 servers (3 to 3); then application CPU limits at 300/s. It assumes ");
  }

  @Test
  void theIntervalFollowsFromThatOfTheDemands() {
    CapacityAnswer answer = answer(BASE, new QuestionSpec(null, null, 480, 500));

    assertThat(answer.low()).isEqualTo(6);
    assertThat(answer.replicas()).isEqualTo(6);
    assertThat(answer.high()).isEqualTo(7);
    assertThat(answer.extrapolated()).as("two servers were measured").isTrue();
    assertThat(answer.message()).endsWith("; measured with up to 2 servers");
  }

  @Test
  void whereTheDatabaseLimitsNoNumberOfServersHelps() {
    CapacityAnswer answer = answer(BASE, new QuestionSpec(null, null, 700, 500));

    assertThat(answer.replicas()).isNull();
    assertThat(answer.limitedBy()).isEqualTo("database");
    assertThat(answer.message())
        .isEqualTo(
            "base, 700 transactions/s with p95 up to 500 ms: no number of servers up to 100 suffices: database CPU limits at"
                + " 667/s");
  }

  @Test
  void whereTheResponseTimeIsTooLongNoCpuIsBlamed() {
    CapacityAnswer answer = answer(BASE, new QuestionSpec(null, null, 1, 20));

    assertThat(answer.replicas()).isNull();
    assertThat(answer.message())
        .isEqualTo(
            "base, 1 transactions/s with p95 up to 20 ms: no number of servers up to 100 suffices: with 100 servers p95 is"
                + " still 69 ms");
  }

  /** Each server's CPU does 100/s, and its two connections do 40/s. */
  @Test
  void connectionsNeedTheSameRoomAsTheCpu() {
    SystemModel pooled = BASE.withSlots(List.of(SLOTS));

    CapacityAnswer one = answer(pooled, new QuestionSpec(null, null, 32, 1000));
    CapacityAnswer two = answer(pooled, new QuestionSpec(null, null, 33, 1000));

    assertThat(one.replicas()).as("80 %% of 40").isEqualTo(1);
    assertThat(one.limitedBy()).isEqualTo("JDBC pool");
    assertThat(one.limitPerSecond()).isEqualTo(40);
    assertThat(one.message())
        .contains(": 1 server (1 to 1); then at most 40/s by JDBC pool. It assumes ")
        .endsWith(", and each CPU and pool used up to 80 %");
    assertThat(two.replicas()).isEqualTo(2);
    assertThat(answer(BASE, new QuestionSpec(null, null, 33, 1000)).replicas())
        .as("by the CPU alone")
        .isEqualTo(1);
  }

  /** 90 ms on average, for two connections that are held for 50 ms and used to 80 %. */
  @Test
  void whoeverWaitsForAConnectionWaitsLonger() {
    SystemModel pooled = BASE.withSlots(List.of(SLOTS));
    QuestionSpec quick = new QuestionSpec(null, null, 32, 150);

    assertThat(answer(BASE, quick).replicas()).isEqualTo(1);
    assertThat(answer(pooled, quick).replicas()).isEqualTo(2);
  }

  @Test
  void aModelThatIsWrongAnswersNothing() {
    CapacityAnswer answer =
        answer(BASE.withReason(ModelReason.MISFIT), new QuestionSpec(null, null, 10, 500));

    assertThat(answer.replicas()).isNull();
    assertThat(answer.message()).contains("not answered, since it predicts throughput wrong");
  }

  @Test
  void aModelWhoseTimesWereNotComparedAnswersNothing() {
    CapacityAnswer answer =
        answer(BASE.withResponseErrorPercent(null), new QuestionSpec(null, null, 10, 500));

    assertThat(answer.replicas()).isNull();
    assertThat(answer.message())
        .contains("not answered, since its response times could not be compared");
  }

  @Test
  void withoutQuestionsThereAreNoAnswers() {
    assertThat(CapacityAnswers.of(List.of(BASE), null)).isNull();
    assertThat(CapacityAnswers.of(null, List.of(new QuestionSpec(null, null, 10, 500)))).isNull();
  }

  @Test
  void aHundredOfThemTakeLittleTime() {
    CpuTime time = CpuTime.start();
    List<CapacityAnswer> answers =
        CapacityAnswers.of(
            Collections.nCopies(20, BASE.withSlots(List.of(SLOTS))),
            Collections.nCopies(5, new QuestionSpec(10_000_000, 0, null, 500)));

    assertThat(time.passed()).isLessThan(CpuTime.limit(AIM));
    assertThat(answers).hasSize(100);
  }

  private static CapacityAnswer answer(SystemModel model, QuestionSpec question) {
    return CapacityAnswers.of(List.of(model), List.of(question)).get(0);
  }
}
