package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which restarts follow from a disturbance, and which do not. */
class PlannedRestartsTest {
  private static final PlannedRestarts KILLED =
      new PlannedRestarts(List.of("s-base-2-app-1"), List.of());
  private static final PlannedRestarts BALANCER =
      new PlannedRestarts(List.of("s-base-2-lb-6d4b-x7k2p"), List.of());
  private static final PlannedRestarts SWITCHED_OVER =
      new PlannedRestarts(List.of(), List.of("s-base-db-orders-2"));

  @Test
  void theDisturbedPodStartsAgainUnderItsName() {
    assertThat(KILLED.besides(List.of("s-base-2-app-1"))).isZero();
  }

  @Test
  void aSecondStartOfItIsNotPlanned() {
    assertThat(KILLED.besides(List.of("s-base-2-app-1", "s-base-2-app-1"))).isEqualTo(1);
  }

  @Test
  void aStartOfAnotherServerIsNotPlanned() {
    assertThat(KILLED.besides(List.of("s-base-2-app-0"))).isEqualTo(1);
    assertThat(KILLED.besides(List.of("s-base-2-lb-6d4b-x7k2p"))).isEqualTo(1);
  }

  @Test
  void aPodWithARandomNameIsFollowedByAnother() {
    assertThat(BALANCER.besides(List.of("s-base-2-lb-6d4b-q9z4w"))).isZero();
    assertThat(BALANCER.besides(List.of("s-base-2-lb-6d4b-q9z4w", "s-base-2-app-1"))).isEqualTo(1);
  }

  @Test
  void theFormerPrimaryStartsAgainAfterASwitchover() {
    assertThat(SWITCHED_OVER.besides(List.of("s-base-db-orders-1"))).isZero();
    assertThat(SWITCHED_OVER.besides(List.of("s-base-db-orders-1", "s-base-db-orders-3")))
        .isEqualTo(1);
  }

  @Test
  void neitherThePromotedReplicaNorAnotherDatabaseDoes() {
    assertThat(SWITCHED_OVER.besides(List.of("s-base-db-orders-2"))).isEqualTo(1);
    assertThat(SWITCHED_OVER.besides(List.of("s-base-db-plant-1"))).isEqualTo(1);
  }
}
