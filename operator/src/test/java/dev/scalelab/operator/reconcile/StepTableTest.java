package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No kind of step is forgotten. */
class StepTableTest {
  @Test
  void aTableWithoutAnEntryForAKindOfStepCannotBeMade() {
    var some =
        new StepTable.Builder<String, Boolean>()
            .nothingAt(false, NextStep.OfTrial.class, NextStep.Removes.class)
            .nothingAt(false, NextStep.Check.class, NextStep.Reject.class, NextStep.Finish.class)
            .nothingAt(false, NextStep.AwaitCluster.class, NextStep.Suspend.class)
            .nothingAt(false, NextStep.Resume.class, NextStep.Conclude.class);
    assertThatThrownBy(some::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no entry for the steps [Expire, Idle]");
    assertThat(some.nothingAt(false, NextStep.Expire.class, NextStep.Idle.class).build())
        .isNotNull();
  }

  @Test
  void anEntryOfASealedTypeIsForItsKindsWithoutOneOfTheirOwn() {
    List<String> performed = new ArrayList<>();
    StepTable<String, Boolean> table =
        new StepTable.Builder<String, Boolean>()
            .at(NextStep.Release.class, true, (name, step) -> performed.add("releases " + name))
            .at(NextStep.Removes.class, (name, step) -> performed.add("removes " + name))
            .nothingAt(false, NextStep.class)
            .build();

    assertThat(table.at("a", new NextStep.Release(null))).isTrue();
    assertThat(table.at("b", new NextStep.TearDown(null))).isTrue();
    assertThat(table.at("c", new NextStep.Idle())).isFalse();
    assertThat(performed).containsExactly("releases a", "removes b");
  }

  @Test
  void aSecondEntryForAStepIsRefused() {
    var one = new StepTable.Builder<String, Boolean>().nothingAt(false, NextStep.Idle.class);

    assertThatThrownBy(() -> one.nothingAt(true, NextStep.Idle.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a second entry for the step Idle");
  }
}
