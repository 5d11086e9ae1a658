package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CounterWindowTest {
  @ParameterizedTest
  @ValueSource(doubles = {0.7, 2, 5, 10, 15})
  void aSteadyCounterIsExactHoweverFarItsSamplesAreApart(double interval) {
    List<Sample> samples = new ArrayList<>();
    for (double time = 80.3; time < 140; time += interval) {
      samples.add(new Sample(time, 7 * time));
    }

    assertThat(CounterWindow.increase(samples, 100, 110).getAsDouble()).isCloseTo(70, within(1e-6));
  }

  @Test
  void samplesAtTheEndsAreTakenAsTheyAre() {
    List<Sample> samples = List.of(new Sample(100, 5), new Sample(110, 9));

    assertThat(CounterWindow.increase(samples, 100, 110)).hasValue(4);
  }

  @Test
  void whatTheCounterDidOutsideDoesNotCount() {
    List<Sample> samples =
        List.of(
            new Sample(90, 0),
            new Sample(100, 1000),
            new Sample(105, 1005),
            new Sample(110, 1010),
            new Sample(120, 9000));

    assertThat(CounterWindow.increase(samples, 100, 110)).hasValue(10);
  }

  @Test
  void lostSecondsThatTheFirstSampleAfterTheWindowShowsCountInPart() {
    List<Sample> samples =
        List.of(new Sample(97, 3), new Sample(102, 3), new Sample(107, 3), new Sample(112, 5));

    assertThat(CounterWindow.lost(samples, List.of(), 100, 110).getAsDouble())
        .isCloseTo(1.2, within(1e-6));
    assertThat(CounterWindow.increase(samples, 100, 110)).as("of a rate").hasValue(0);
  }

  @ParameterizedTest(name = "2 s that ended at {0}: {1} s in the window, {2} s in the next")
  @CsvSource({"107.5, 2, 0", "110, 2, 0", "110.5, 1.5, 0.5", "111.25, 0.75, 1.25", "112, 0, 2"})
  void lostSecondsThatSayWhenTheyEndedAreWhereTheyWere(double ended, double lost, double next) {
    List<Sample> samples =
        List.of(new Sample(97, 3), new Sample(107, 3), new Sample(112, 5), new Sample(122, 5));
    List<Sample> ages = List.of(new Sample(112, 112 - ended), new Sample(122, 122 - ended));

    assertThat(CounterWindow.lost(samples, ages, 100, 110).getAsDouble())
        .isCloseTo(lost, within(1e-6));
    assertThat(CounterWindow.lost(samples, ages, 110, 120).getAsDouble())
        .isCloseTo(next, within(1e-6));
  }

  @Test
  void theEndOfTheLoadRightAfterTheWindowDoesNotCount() {
    List<Sample> samples =
        List.of(
            new Sample(97, 0), new Sample(102, 500), new Sample(107, 1000), new Sample(112, 1300));

    assertThat(CounterWindow.increase(samples, 100, 110)).hasValue(1000);
  }

  @Test
  void theNextStepsHigherRateRightAfterTheWindowDoesNotCount() {
    List<Sample> samples =
        List.of(
            new Sample(97, 0), new Sample(102, 500), new Sample(107, 1000), new Sample(112, 1900));

    assertThat(CounterWindow.increase(samples, 100, 110)).hasValue(1000);
  }

  @Test
  void growthIsNeverStretchedBeyondWhatTheNextSampleShows() {
    List<Sample> samples = List.of(new Sample(97, 0), new Sample(107, 1000), new Sample(112, 1010));

    assertThat(CounterWindow.increase(samples, 100, 110)).hasValue(710);
  }

  @Test
  void aSingleEarlySampleInsideIsNotStretched() {
    List<Sample> samples = List.of(new Sample(92, 0), new Sample(104, 1200), new Sample(116, 2400));

    assertThat(CounterWindow.increase(samples, 100, 110)).hasValue(1000);
  }

  @Test
  void nothingIsGuessedBeforeTheFirstOrAfterTheLastSample() {
    List<Sample> late = List.of(new Sample(101, 1), new Sample(120, 2));
    List<Sample> early = List.of(new Sample(90, 1), new Sample(109, 2));

    assertThat(CounterWindow.increase(late, 100, 110)).isEmpty();
    assertThat(CounterWindow.increase(early, 100, 110)).isEmpty();
    assertThat(CounterWindow.increase(List.of(), 100, 110)).isEmpty();
  }

  @Test
  void nothingIsGuessedAcrossALongGap() {
    List<Sample> samples = List.of(new Sample(60, 1), new Sample(105, 2), new Sample(115, 3));

    assertThat(CounterWindow.increase(samples, 100, 110)).isEmpty();
  }

  @Test
  void aCounterThatWasResetInTheWindowHasNoGrowth() {
    List<Sample> restarted =
        List.of(new Sample(95, 50), new Sample(103, 60), new Sample(107, 3), new Sample(115, 90));
    List<Sample> anewBefore =
        List.of(new Sample(80, 50), new Sample(95, 0), new Sample(105, 10), new Sample(115, 20));

    assertThat(CounterWindow.increase(restarted, 100, 110)).isEmpty();
    assertThat(CounterWindow.increase(anewBefore, 100, 110)).hasValue(10);
  }
}
