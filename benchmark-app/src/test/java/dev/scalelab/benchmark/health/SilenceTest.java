package dev.scalelab.benchmark.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 7 * SECOND;
  private final Silence silence = new Silence(5, () -> now);

  @Test
  void aPauseInWhichNoQuestionFailedIsNotLost() {
    passes(20);
    assertThat(silence.seconds()).isEqualTo(20);
    assertThat(silence.lostSeconds()).isZero();

    silence.answered();

    assertThat(silence.seconds()).isZero();
    assertThat(silence.lostSeconds()).isZero();
  }

  @Test
  void ofASilenceInWhichAQuestionFailedIsLostWhatIsLongerThanAllowed() {
    passes(3);
    silence.unanswered();
    assertThat(silence.lostSeconds()).isZero();

    passes(5);
    silence.unanswered();
    assertThat(silence.lostSeconds()).isEqualTo(3);

    passes(1);
    silence.answered();
    assertThat(silence.lostSeconds()).isEqualTo(4);
  }

  @Test
  void eachSilenceIsJudgedByItself() {
    silence.unanswered();
    passes(6);
    silence.answered();
    passes(20);
    silence.answered();
    assertThat(silence.lostSeconds()).as("the second is a pause").isEqualTo(1);

    passes(4);
    silence.unanswered();
    silence.answered();
    assertThat(silence.lostSeconds()).as("the third is short").isEqualTo(1);

    silence.unanswered();
    passes(8);
    assertThat(silence.lostSeconds()).isEqualTo(4);
  }

  @Test
  void theWholeSilenceOfADatabaseThatIsDownIsLost() {
    passes(1);
    silence.unanswered();
    assertThat(silence.lostSeconds()).isZero();

    passes(1);
    silence.gone();
    assertThat(silence.lostSeconds()).isEqualTo(2);

    passes(1);
    silence.answered();
    assertThat(silence.lostSeconds()).isEqualTo(3);

    passes(4);
    silence.unanswered();
    assertThat(silence.lostSeconds()).as("the next one is short").isEqualTo(3);
  }

  @Test
  void reportsTheTimeSinceTheLastLoss() {
    passes(20);
    assertThat(silence.keptSeconds()).as("nothing was, since the beginning").isEqualTo(20);

    silence.gone();
    assertThat(silence.keptSeconds()).isZero();
    passes(2);
    silence.answered();
    assertThat(silence.keptSeconds()).isZero();

    passes(3);
    silence.unanswered();
    assertThat(silence.keptSeconds()).as("a short silence loses nothing").isEqualTo(3);
    silence.answered();
    assertThat(silence.keptSeconds()).isEqualTo(3);
  }

  private void passes(int seconds) {
    now += seconds * SECOND;
  }
}
