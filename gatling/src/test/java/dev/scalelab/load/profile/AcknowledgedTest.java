package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What became of a session's state, from the responses that its user saw. */
class AcknowledgedTest {
  private final Acknowledged state = new Acknowledged();

  @Test
  void stateThatIsAlwaysAsAcknowledgedIsIntact() {
    assertThat(state.outcome()).as("nothing to lose yet").isNull();
    change("s 1 a", "a");
    change("s 2 a", "a");
    assertThat(read("s 2 a", "a")).isNull();

    assertThat(state.isOpen()).isFalse();
    assertThat(state.outcome()).isEqualTo(StateOutcome.INTACT);
    assertThat(state.hasMoved()).isFalse();
  }

  @Test
  void aSessionThatAnotherServerContinuesHasMoved() {
    change("s 1 a", "a");
    assertThat(read("s 1 a", "b")).isNull();
    change("s 2 b", "b");

    assertThat(state.outcome()).isEqualTo(StateOutcome.INTACT);
    assertThat(state.hasMoved()).isTrue();
  }

  @Test
  void stateThatIsGoneIsLostAndSoIsThatOfAnotherSession() {
    change("s 1 a", "a");
    assertThat(read("none", "b")).isEqualTo("session state was lost");
    assertThat(state.isOpen()).isFalse();
    assertThat(state.outcome()).isEqualTo(StateOutcome.LOST);

    Acknowledged other = new Acknowledged();
    other.change();
    other.answered("s 1 a", "a", true);
    other.change();
    assertThat(other.answered("t 1 b", "b", true)).isEqualTo("session state was lost");
    assertThat(other.outcome()).isEqualTo(StateOutcome.LOST);
  }

  @Test
  void aSessionThatHasNotBegunHasNothingToLose() {
    assertThat(read("none", "a")).isNull();
    state.change();
    assertThat(state.answered(null, null, false)).isNull();

    assertThat(state.isOpen()).isFalse();
    assertThat(state.outcome()).isNull();
  }

  @Test
  void aChangeOfAnOlderStateRollsBack() {
    change("s 1 a", "a");
    change("s 2 a", "a");
    state.change();

    assertThat(state.answered("s 2 b", "b", true)).isEqualTo("session state was rolled back");
    assertThat(state.outcome()).isEqualTo(StateOutcome.ROLLED_BACK);
  }

  @Test
  void anOlderStateIsStaleIfTheAcknowledgedOneIsSeenLaterAndElseRolledBack() {
    change("s 1 a", "a");
    change("s 2 a", "a");
    assertThat(read("s 1 a", "b")).isEqualTo("session state was stale");
    assertThat(state.isOpen()).isTrue();
    assertThat(state.outcome()).isEqualTo(StateOutcome.ROLLED_BACK);

    state.looked("s 2 a", "a");

    assertThat(state.outcome()).isEqualTo(StateOutcome.STALE);
  }

  @Test
  void theSameNumberOfChangesByAnotherServerIsNotTheAcknowledgedState() {
    change("s 1 a", "a");

    assertThat(read("s 1 b", "b")).isEqualTo("session state was stale");
  }

  @Test
  void aChangeTooManyIsRepeated() {
    change("s 1 a", "a");
    state.change();

    assertThat(state.answered("s 3 a", "a", true)).isEqualTo("session state has a change too many");
    assertThat(state.outcome()).isEqualTo(StateOutcome.REPEATED);
  }

  @Test
  void aFailedChangeMayHaveBeenMadeOrNotWhichAnotherLookShows() {
    change("s 1 a", "a");
    state.change();
    assertThat(state.answered(null, null, false)).isNull();
    assertThat(state.isOpen()).isTrue();
    assertThat(state.outcome()).isEqualTo(StateOutcome.UNKNOWN);

    state.looked("s 1 a", "b");
    assertThat(state.outcome()).isEqualTo(StateOutcome.INTACT);
    state.looked("s 2 a", "b");
    assertThat(state.outcome()).isEqualTo(StateOutcome.INTACT);
    assertThat(state.hasMoved()).isTrue();
    state.looked("none", "b");
    assertThat(state.outcome()).isEqualTo(StateOutcome.LOST);
  }

  @Test
  void aServerMayHaveEndedASessionWhoseLastRequestFailed() {
    change("s 1 a", "a");
    state.end();
    assertThat(state.answered(null, null, false)).isNull();

    state.looked("none", "b");

    assertThat(state.outcome()).isEqualTo(StateOutcome.UNKNOWN);
  }

  @Test
  void whatIsRequestedAfterTheSessionsEndNeedsNoSession() {
    change("s 1 a", "a");
    state.end();
    assertThat(state.answered("s 1 a", "a", true)).isNull();

    assertThat(state.answered(null, "b", true)).isNull();

    assertThat(state.isOpen()).isFalse();
    assertThat(state.outcome()).isEqualTo(StateOutcome.INTACT);
    assertThat(state.hasMoved()).isFalse();
  }

  @Test
  void aResponseAsExpectedHasTheState() {
    state.change();

    assertThat(state.answered(null, "a", true)).isEqualTo("response without session state");
  }

  private void change(String seen, String server) {
    state.change();
    assertThat(state.answered(seen, server, true)).isNull();
  }

  private String read(String seen, String server) {
    return state.answered(seen, server, true);
  }
}
