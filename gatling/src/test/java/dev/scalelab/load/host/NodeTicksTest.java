package dev.scalelab.load.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeTicksTest {
  @TempDir Path folder;

  /** The guests' ticks, the last two, are in the user's already. */
  @Test
  void busyIsAllButIdleAndStolen() throws IOException {
    Path stat = folder.resolve("stat");
    Files.writeString(stat, "cpu  100 5 40 800 20 1 4 30 50 0\ncpu0 50 2 20 400 10 0 2 15 25 0\n");

    assertThat(new NodeTicks(stat).now()).isEqualTo(new NodeTicks.Ticks(150, 30, 1000));
  }

  @Test
  void aSystemWithoutTheFileHasNone() {
    assertThat(new NodeTicks(folder.resolve("absent")).now())
        .isEqualTo(new NodeTicks.Ticks(0, 0, 0));
  }

  @Test
  void thisMachinesTicksGrow() {
    NodeTicks ticks = new NodeTicks();
    NodeTicks.Ticks before = ticks.now();

    assertThat(before.all()).isPositive();
    assertThat(ticks.now().busy()).isGreaterThanOrEqualTo(before.busy());
  }
}
