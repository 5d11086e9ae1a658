package dev.scalelab.load.settings;

import static dev.scalelab.load.settings.Environments.violations;
import static dev.scalelab.load.settings.Environments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.TransactionMix;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Settings of several load generators that share a run. */
class SharedRunSettingsTest {

  @Test
  void aGeneratorThatIsAloneDoesEverything() throws InvalidSettingsException {
    Settings settings = SettingsReader.read(Environments.REQUIRED);

    assertThat(settings.generators().share()).isEqualTo(Share.WHOLE);
    assertThat(settings.generators().together()).isNull();
    assertThat(settings.maxInFlight()).isEqualTo(2000);
  }

  @Test
  void generatorsShareTheLoadAndTheDataset() throws InvalidSettingsException {
    Settings settings = SettingsReader.read(shared("2", "3"));

    assertThat(settings.generators().share()).isEqualTo(new Share(2, 3));
    assertThat(settings.workload().dataset().share()).isEqualTo(settings.generators().share());
    assertThat(settings.generators().together()).hasToString("http://small-0.small:9103");
    assertThat(settings.maxInFlight()).isEqualTo(667);
    assertThat(settings.load().rates()).as("rates of all generators").containsExactly(20.0, 40.5);
  }

  @Test
  void generatorsNeedDifferentNumbersAndAMeetingPlace() {
    assertThat(violations(shared("3", "3")))
        .containsExactly("GENERATOR: must be less than GENERATORS, 3 (it is '3')");
    assertThat(violations(with("GENERATORS", "2")))
        .containsExactly("TOGETHER_URL: is required where GENERATORS is more than 1");
  }

  @Test
  void everyGeneratorMustHaveSomethingToDoInEveryStep() {
    Map<String, String> environment = shared("0", "3");
    environment.put("RATES", "0.1,0.15");
    assertThat(violations(environment))
        .containsExactly(
            "RATES: every rate must let at least one transaction for each of the 3 generators"
                + " arrive in the measured 20 s of its step (it is '0.1')");
    environment.remove("RATES");
    environment.put("USERS", "3,2");
    assertThat(violations(environment))
        .containsExactly(
            "USERS: every step must have at least one user for each of the 3 generators (it is"
                + " '2')");
  }

  @Test
  void generatorsGoThroughOneSequenceOfArrivals() throws InvalidSettingsException {
    TransactionMix whole = SettingsReader.read(Environments.REQUIRED).transactionMix();
    TransactionMix part = SettingsReader.read(shared("2", "3")).transactionMix();

    assertThat(LongStream.range(0, 200).mapToObj(part::typeOf))
        .containsExactlyElementsOf(LongStream.range(0, 200).mapToObj(whole::typeOf).toList());
  }

  @Test
  void whatTheEndCutsOffOfTheSequencesOfUsersDoesNotAddUp() throws InvalidSettingsException {
    int generators = 16;
    int each = 650;
    Map<String, Integer> counts = new HashMap<>();
    for (int generator = 0; generator < generators; generator++) {
      Map<String, String> environment = shared("" + generator, "" + generators);
      environment.remove("RATES");
      environment.put("USERS", "16");
      environment.put("MIX", "newOrder=43,changeOrder=27,orderStatus=20,customerStatus=10");
      TransactionMix mix = SettingsReader.read(environment).transactionMix();
      LongStream.range(0, each)
          .forEach(place -> counts.merge(mix.typeOf(place).label(), 1, Integer::sum));
    }

    // All but half of a block of a hundred are exact for each; 16 equal sequences would deviate 16
    // times as much as one.
    assertThat(counts.get("customerStatus")).isCloseTo(1040, within(3 * 6));
    assertThat(counts.get("newOrder")).isCloseTo(4472, within(3 * 10));
  }

  private static Map<String, String> shared(String generator, String generators) {
    Map<String, String> environment = new HashMap<>(with("GENERATOR", generator));
    environment.put("GENERATORS", generators);
    environment.put("TOGETHER_URL", "http://small-0.small:9103");
    return environment;
  }
}
