package dev.scalelab.benchmark.cells.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tree of calls, of beans without a container. */
class CallTest {

  private final List<Bean> called = new ArrayList<>();
  private final List<Integer> leaks = new ArrayList<>();

  private final Beans beans =
      new Beans() {
        @Override
        public Done call(Call call, long seed) {
          called.add(call.bean());
          return call.run(seed, this, leaks::add);
        }
      };

  @Test
  void beansAreCalledFromTopToBottomAndTheirWorkAddsUp() {
    Done done = beans.call(tree(false), 1);

    assertThat(done.beans()).containsExactly(Bean.TB1, Bean.TB2, Bean.TB3, Bean.TB2);
    assertThat(called).isEqualTo(done.beans());
    assertThat(done.numbers()).isEqualTo((1 + 2 + 3 + 4) * 600);
    assertThat(done.allocatedBytes()).isEqualTo(10 + 20 + 30 + 40);
    assertThat(done.leakedBytes()).isEqualTo(7 + 5);
    assertThat(leaks).containsExactly(7, 5);
  }

  @Test
  void theLastNumberProvesThatAllWereGenerated() {
    assertThat(beans.call(tree(false), 1).last()).isEqualTo(new RandomNumbers(1).draw(10 * 600));
  }

  @Test
  void aBeanThatThrowsHasWorkedBeforeAndCallsNoOther() {
    assertThatThrownBy(() -> beans.call(tree(true), 1))
        .isInstanceOf(BeanThrewException.class)
        .hasMessage("TB2 threw an exception, as configured in its table");
    assertThat(called).containsExactly(Bean.TB1, Bean.TB2);
    assertThat(leaks).containsExactly(7);
  }

  private static Call tree(boolean throwing) {
    Call third = new Call(Bean.TB3, 3, 30, 5, false, List.of());
    Call second = new Call(Bean.TB2, 2, 20, 7, throwing, List.of(third));
    Call fourth = new Call(Bean.TB2, 4, 40, 0, false, List.of());
    return new Call(Bean.TB1, 1, 10, 0, false, List.of(second, fourth));
  }
}
