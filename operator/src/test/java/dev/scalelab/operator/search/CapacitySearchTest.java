package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.SearchNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacitySearchTest {

  private static final SearchRange RANGE = new SearchRange(1, 1000, 0.05, 0, 20);
  private static final int ROUNDS = 3;

  /** Without noise every round ends within the tolerance of the capacity, in few steps. */
  @ParameterizedTest(name = "capacity {0}, of which {1} is busy")
  @CsvSource({"12, 0.9", "40, 0.9", "40, 0.6", "333, 0.8", "950, 0.95"})
  void findsAPlantedCapacity(double capacity, double utilization) {
    SimulatedSystem system = new SimulatedSystem(1, capacity, utilization, 0, 0);
    List<SearchStep> steps = new ArrayList<>();
    SearchOutcome outcome = search(system, SearchStart.unknown(), steps);
    assertThat(outcome.level() / capacity).isBetween(0.92, 1.08);
    assertThat(outcome.saturated()).isTrue();
    assertThat(steps.size()).isLessThanOrEqualTo(12);
  }

  @Test
  void aLaterRoundNeedsAPairOfStepsAndAnOverloadStepWhenNothingChanged() {
    List<SearchStep> steps = new ArrayList<>();
    steps.add(step(97.6, -0.3));
    assertThat(next(SearchStart.measured(100, 0.05), steps))
        .isEqualTo(new CapacitySearch.Measure(102.5, true));
    steps.add(step(102.5, 0.4));
    assertThat(next(SearchStart.measured(100, 0.05), steps))
        .isEqualTo(new CapacitySearch.Measure(129.6, true));
    steps.add(step(129.7, 1));
    CapacitySearch.Done done = (CapacitySearch.Done) next(SearchStart.measured(100, 0.05), steps);
    assertThat(done.outcome().level()).isBetween(97.6, 102.5);
  }

  @Test
  void anAmbiguousStepIsRepeated() {
    assertThat(next(SearchStart.predicted(100), List.of(step(100, -0.3), step(130, 0.05))))
        .isEqualTo(new CapacitySearch.Measure(130, true));
  }

  @Test
  void theFirstGuessIsMadeFromWhatATransactionCosts() {
    SearchStep probe = new SearchStep(10, -1, 15, false, 80.0);
    assertThat(next(SearchStart.unknown(), List.of()))
        .isEqualTo(new CapacitySearch.Measure(10, false));
    assertThat(next(SearchStart.unknown(), List.of(probe)))
        .isEqualTo(new CapacitySearch.Measure(68, false));
  }

  @Test
  void aSystemThatCarriesTheHighestLevelIsNotSaturated() {
    SearchOutcome outcome =
        search(new SimulatedSystem(1, 5000, 0.9, 0, 0), SearchStart.unknown(), new ArrayList<>());
    assertThat(outcome)
        .isEqualTo(new SearchOutcome(1000.0, false, List.of(SearchNote.NOT_SATURATED)));
  }

  @Test
  void aSystemThatFailsAtTheLowestLevelHasNoCapacity() {
    SearchOutcome outcome =
        search(new SimulatedSystem(1, 0.5, 0.9, 0, 0), SearchStart.unknown(), new ArrayList<>());
    assertThat(outcome.level()).isNull();
    assertThat(outcome.notes()).containsExactly(SearchNote.BELOW_MIN);
  }

  /** A pass above a failure is repeated, as the failure is; if both stand, the failure counts. */
  @Test
  void aPassAboveAFailureDoesNotCount() {
    List<SearchStep> steps = new ArrayList<>(List.of(step(100, 0.5), step(130, -0.5)));
    assertThat(next(SearchStart.predicted(100), steps))
        .isEqualTo(new CapacitySearch.Measure(100, true));
    steps.add(step(100, 0.6));
    assertThat(next(SearchStart.predicted(100), steps))
        .isEqualTo(new CapacitySearch.Measure(130, true));
    steps.add(step(130, -0.4));
    CapacitySearch.Measure lower = (CapacitySearch.Measure) next(SearchStart.predicted(100), steps);
    assertThat(lower.level()).isLessThan(100);
  }

  @Test
  void usersAreWholeNumbersOnTheGrid() {
    SearchRange eights = new SearchRange(8, 400, 0.05, 8, 20);
    List<SearchStep> steps = new ArrayList<>();
    SearchOutcome outcome =
        new SimulatedSystem(1, 90, 0.9, 0, 0).search(eights, SearchStart.unknown(), steps);
    assertThat(steps).allMatch(step -> step.level() % 8 == 0);
    assertThat(outcome.level()).isBetween(80.0, 100.0);
  }

  /** Eight are five order clients and three production lines. */
  @Test
  void theLowestLevelOnTheGridEndsASearchThatFailsAtIt() {
    SearchRange eights = new SearchRange(1, 50, 0.05, 8, 20);
    List<SearchStep> steps = new ArrayList<>();
    SearchOutcome outcome =
        new SimulatedSystem(1, 5, 0.9, 0, 0).search(eights, SearchStart.unknown(), steps);
    assertThat(outcome.notes()).containsExactly(SearchNote.BELOW_MIN);
    assertThat(steps).extracting(SearchStep::level).containsOnly(8.0);
    assertThat(steps).hasSizeLessThanOrEqualTo(3);
  }

  @ParameterizedTest(name = "users from {0} to {1}")
  @CsvSource({"1, 100, 90", "10, 100, 12", "10, 100, 700", "3, 50, 30"})
  void noLevelIsBesideTheGrid(int min, int max, double capacity) {
    SearchRange eights = new SearchRange(min, max, 0.05, 8, 20);
    List<SearchStep> steps = new ArrayList<>();
    new SimulatedSystem(1, capacity, 0.9, 0, 0).search(eights, SearchStart.unknown(), steps);
    assertThat(steps)
        .allMatch(step -> step.level() % 8 == 0)
        .allMatch(step -> step.level() >= min && step.level() <= max);
  }

  /** With 1.3 times the capacity above the highest level, that level shows the peak. */
  @Test
  void theOverloadStepIsAtTheHighestLevelIfThatIsNear() {
    SearchRange narrow = new SearchRange(1, 400, 0.05, 0, 20);
    List<SearchStep> steps = new ArrayList<>();
    SearchOutcome outcome =
        new SimulatedSystem(7, 350, 0.9, 0, 0).search(narrow, SearchStart.unknown(), steps);
    assertThat(outcome.level()).isBetween(330.0, 370.0);
    assertThat(steps).as("steps").anyMatch(step -> step.level() == 400 && step.whole());
  }

  /** Three rounds of 300 systems, whose first guess is off by 15 %. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "steep, 0.9, 0.10, 0, 14, 0.95",
    "steep and disturbed, 0.9, 0.10, 0.08, 15, 0.95",
    "middling, 0.8, 0.10, 0, 15, 0.95",
    "flat, 0.6, 0.10, 0, 21, 0.95"
  })
  void theMeanOfThreeRoundsIsWithinFivePercent(
      String kind, double utilization, double noise, double disturbed, double steps, double share) {
    Random random = new Random(33);
    int close = 0;
    int measured = 0;
    for (int i = 0; i < 300; i++) {
      double capacity = Math.exp(Math.log(10) + random.nextDouble() * Math.log(50));
      SimulatedSystem system =
          new SimulatedSystem(random.nextLong(), capacity, utilization, noise, disturbed);
      double guess = capacity * Math.exp(0.15 * random.nextGaussian());
      List<SearchStep> all = new ArrayList<>();
      double logs =
          system.search(RANGE, SearchStart.predicted(guess), ROUNDS, all).stream()
              .mapToDouble(Math::log)
              .average()
              .orElseThrow();
      measured += all.size();
      close += Math.abs(Math.exp(logs) / capacity - 1) <= 0.05 ? 1 : 0;
    }
    assertThat(close / 300.0).as("within 5 %").isGreaterThanOrEqualTo(share);
    assertThat(measured / 300.0 - ROUNDS).as("steps before overload").isLessThan(steps);
  }

  private static SearchOutcome search(
      SimulatedSystem system, SearchStart start, List<SearchStep> steps) {
    return system.search(RANGE, start, steps);
  }

  private static CapacitySearch.Next next(SearchStart start, List<SearchStep> steps) {
    return CapacitySearch.next(RANGE, start, steps);
  }

  private static SearchStep step(double level, double excess) {
    return new SearchStep(level, excess, 45, true, null);
  }
}
