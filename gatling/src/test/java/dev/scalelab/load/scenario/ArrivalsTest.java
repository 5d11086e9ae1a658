package dev.scalelab.load.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.settings.Settings;
import dev.scalelab.load.settings.SettingsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.concurrent.duration.FiniteDuration;

/** Our schedule must be identical to Gatling's, otherwise lateness would be meaningless. */
class ArrivalsTest {

  @ParameterizedTest(name = "rates {0}, step {1} s, ramp {2} s")
  @CsvSource(
      delimiter = '|',
      value = {
        "20,40,80,160 | 30 | 5",
        "20,40,80,160 | 20 | 0",
        "1            | 1  | 0",
        "0.3,7.77,1.1 | 60 | 13",
        "999,1001,1   | 7  | 3",
        "2500.5,12345 | 5  | 2",
        "33.3,33.3    | 9  | 4",
      })
  void dueTimesAreThoseOfGatling(String rates, int stepSeconds, int rampSeconds) throws Exception {
    Settings settings =
        SettingsReader.read(
            Map.of(
                "TARGET_URL", "http://localhost",
                "RATES", rates,
                "STEP_SECONDS", Integer.toString(stepSeconds),
                "WARM_UP_SECONDS", Integer.toString(rampSeconds),
                "RAMP_SECONDS", Integer.toString(rampSeconds)));
    ArrivalSchedule schedule = settings.load().arrivals();

    long[] ours = LongStream.range(0, schedule.users()).map(schedule::dueMillis).toArray();

    assertThat(ours)
        .isNotEmpty()
        .isEqualTo(gatlingsDueTimes(LoadSimulation.arrivals(settings.load())));
  }

  @ParameterizedTest(name = "{0}/s")
  @ValueSource(strings = {"0.3", "1", "7.77", "250"})
  void dueTimesOfAStreamAreThoseOfGatling(String rate) throws Exception {
    Settings settings =
        SettingsReader.read(
            Map.of(
                "TARGET_URL", "http://localhost",
                "RATES", "1,2",
                "STEP_SECONDS", "20",
                "WORKLOAD", "portal",
                "STREAM_RATE", rate));
    ArrivalSchedule schedule = settings.load().stream().orElseThrow();

    long[] ours = LongStream.range(0, schedule.users()).map(schedule::dueMillis).toArray();

    assertThat(ours)
        .isNotEmpty()
        .isEqualTo(gatlingsDueTimes(List.of(LoadSimulation.stream(settings))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "30"})
  void theArrivalsOfSeveralGeneratorsAreThoseOfOne(String spikePercent) throws Exception {
    List<Long> all = new ArrayList<>();
    ArrivalSchedule whole = null;
    for (int generator = 0; generator < 3; generator++) {
      Settings settings =
          SettingsReader.read(
              Map.of(
                  "TARGET_URL", "http://localhost",
                  "RATES", "7.77,33.3,20",
                  "SPIKE_PERCENT", spikePercent,
                  "GENERATORS", "3",
                  "GENERATOR", Integer.toString(generator),
                  "TOGETHER_URL", "http://localhost:9103"));
      whole = settings.load().arrivals();
      SharedArrivals own = new SharedArrivals(whole, settings.generators().share());
      Iterator<FiniteDuration> times = own.chain(Iterator$.MODULE$.empty());
      long before = all.size();
      while (times.hasNext()) {
        all.add(times.next().toMillis());
      }
      assertThat(all.size() - before).isEqualTo(own.users());
    }

    all.sort(null);
    assertThat(all)
        .isEqualTo(LongStream.range(0, whole.users()).map(whole::dueMillis).boxed().toList());
  }

  private static long[] gatlingsDueTimes(List<io.gatling.javaapi.core.OpenInjectionStep> steps) {
    Iterator<FiniteDuration> times = Iterator$.MODULE$.empty();
    for (int i = steps.size() - 1; i >= 0; i--) {
      times = steps.get(i).asScala().chain(times);
    }
    LongStream.Builder millis = LongStream.builder();
    while (times.hasNext()) {
      millis.add(times.next().toMillis());
    }
    return millis.build().toArray();
  }
}
