package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A heap that is too small, whose collections use up the CPU. */
class HeapDiagnosisTest {

  /** Its CPU is used up for collections; more heap does not give that times more throughput. */
  @Test
  void aSmallHeapIsGivenByItsOwnFiguresAndHasNoBound() {
    Bottleneck found = GivenSystem.limited(60, high -> heap(high, 0.93));

    assertThat(found.message())
        .startsWith(
            "base-4 is limited by application heap (high confidence): 31 % of the time in garbage"
                + " collection, heap 93 % full at 60.0 tx/s; of 360 ms added");
    assertThat(found.boundPerSecond()).isNull();
    assertThat(found.utilization()).isEqualTo(0.93);
  }

  /** Even without any collection, 0.64 of its core would be in use at 60 a second. */
  @Test
  void theCpuThatCollectionsUseUpIsTheNextLimitOfALargerHeap() {
    Bottleneck found = GivenSystem.limited(60, high -> heap(high, 0.93));

    assertThat(found.recommendation())
        .isEqualTo(
            "raise application.heap: the next limit is the application CPU at 93.5 tx/s at most");
    assertThat(found.candidates())
        .first()
        .isEqualTo(new BottleneckCandidate("Application/Cpu", null, 0.93, 93.5, null));
  }

  /** The same leniency as of the CPU that it uses up. */
  @Test
  void whatTheTimeConsistsOfIsOneDoubtOfASmallHeapToo() {
    Consumer<GivenSystem> unclear =
        high -> {
          heap(high, 0.99);
          high.servlets(2.2);
        };

    assertThat(GivenSystem.limited(60, unclear).confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(
            GivenSystem.diagnosed(
                    60,
                    high -> {
                      unclear.accept(high);
                      high.cpu(APPLICATION, 0.92, 1);
                    })
                .verdict())
        .isEqualTo(BottleneckVerdict.NOT_DETERMINED);
  }

  static void heap(GivenSystem high, double cores) {
    high.cpu(APPLICATION, cores, 1)
        .servlets(24)
        .step
        .meanMillis(400.0)
        .gcPercent(31.0)
        .heapPercent(93.0);
  }
}
