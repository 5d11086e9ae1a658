package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is read outside the reconciler's threads, with a test as the thread that reads. */
class SlowReadsTest {
  private final Deque<Runnable> begun = new ArrayDeque<>();
  private final List<String> woken = new ArrayList<>();
  private final SlowReads reads =
      new SlowReads(begun::add, (namespace, name) -> woken.add(namespace + "/" + name));
  private final HasMetadata experiment = experiment("a");
  private String log = "start";

  @Test
  void whoAsksGoesOnWithoutTheAnswerAndIsWokenByIt() {
    assertThat(ask()).isEmpty();
    assertThat(woken).isEmpty();

    read();

    assertThat(woken).containsExactly("shop/a");
    assertThat(ask()).contains("start");
  }

  @Test
  void itIsReadAgainAtEachLookAndWakesOnlyWithSomethingNew() {
    ask();
    read();
    ask();
    woken.clear();

    assertThat(ask()).isEmpty();
    read();
    assertThat(woken).as("the same again").isEmpty();

    log = "start, step 1";
    assertThat(ask()).as("the look gets the same and lets it be read again").contains("start");
    read();
    assertThat(woken).containsExactly("shop/a");
    assertThat(ask()).contains("start, step 1");
    assertThat(begun).as("whoever is woken does not let it be read at once").isEmpty();
  }

  @Test
  void nothingIsReadTwiceAtATime() {
    ask();
    ask();

    assertThat(begun).hasSize(1);
  }

  @Test
  void anAnswerThatWasNotRecordedComesAgain() {
    ask();
    read();
    ask(); // and what it writes is refused
    ask();
    read();

    assertThat(ask()).contains("start");
  }

  @Test
  void anAnswerToAnotherQuestionIsNotUsed() {
    ask();
    read();

    assertThat(reads.read(experiment, "log", "run 2", () -> "other")).isEmpty();
    read();
    assertThat(reads.read(experiment, "log", "run 2", () -> "other")).contains("other");
  }

  @Test
  void aFailureIsThatOfTheReconciliationThatAsks() {
    reads.read(experiment, "log", "run 1", this::refused);
    read();

    assertThat(woken).hasSize(1);
    assertThatThrownBy(() -> reads.read(experiment, "log", "run 1", this::refused))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("forbidden");
  }

  /** Else reconciliations would fail and succeed in turn, and it would not end for the failure. */
  @Test
  void aFailureLastsUntilThereIsAnAnswer() {
    reads.read(experiment, "log", "run 1", this::refused);
    read();
    assertThatThrownBy(this::ask).hasMessage("forbidden");

    assertThatThrownBy(this::ask).as("it is being read again").hasMessage("forbidden");
    assertThat(begun).hasSize(1);
    read();

    assertThat(ask()).contains("start");
  }

  @Test
  void aStateIsTheLastAnswerWhileItIsReadAgain() {
    assertThat(latest("view")).isEmpty();
    read();
    assertThat(latest("view")).contains("start");

    log = "another";
    assertThat(latest("view")).contains("start");
    read();
    assertThat(latest("view")).contains("another");
    assertThat(latest("view of others")).as("another question").isEmpty();
  }

  private Optional<String> latest(String question) {
    return reads.latest(experiment, "state", question, () -> log);
  }

  @Test
  void eachExperimentHasItsOwnAnswers() {
    ask();
    reads.read(experiment("b"), "log", "run 1", () -> "of b");
    read();
    read();

    assertThat(reads.read(experiment("b"), "log", "run 1", () -> "of b")).contains("of b");
    assertThat(ask()).contains("start");
  }

  @Test
  void whatIsReadAtOnceIsAnsweredAtOnce() {
    SlowReads atOnce = new SlowReads(Runnable::run, (namespace, name) -> {});

    assertThat(atOnce.read(experiment, "log", "run 1", () -> "now")).contains("now");
    assertThat(atOnce.read(experiment, "log", "run 1", () -> "later")).contains("later");
  }

  @Test
  void whatHasNotBegunIsNotWaitedFor() {
    ask();

    reads.settle(experiment, "log");

    read();
    assertThat(woken).as("nobody asks for it any more").isEmpty();
    assertThat(ask()).isEmpty();
  }

  @Test
  void ofADeletedExperimentNothingIsKept() {
    ask();
    read();

    reads.forget(experiment);

    assertThat(ask()).isEmpty();
  }

  private Optional<String> ask() {
    return reads.read(experiment, "log", "run 1", () -> log);
  }

  private String refused() {
    throw new IllegalStateException("forbidden");
  }

  /** Lets the first reading that was begun happen. */
  private void read() {
    begun.remove().run();
  }

  private static ConfigMap experiment(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName(name)
        .withUid("uid-" + name)
        .endMetadata()
        .build();
  }
}
