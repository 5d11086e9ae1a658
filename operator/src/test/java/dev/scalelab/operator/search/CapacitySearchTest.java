package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.SearchNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapacitySearchTest {

  private static final SearchRange RANGE = new SearchRange(1, 1000, 0.05, 0, 20);
  private static final int ROUNDS = 3;

  /** Without a probe. */
  private static final SearchStart NEAR_100 = SearchStart.notFound(100);

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
        .as("the second and the overload in one run")
        .isEqualTo(new CapacitySearch.Measure(102.5, true, 133.3));
    steps.add(step(102.5, 0.4));
    steps.add(step(133.3, 1));
    CapacitySearch.Done done = (CapacitySearch.Done) next(SearchStart.measured(100, 0.05), steps);
    assertThat(done.outcome().level()).isBetween(97.6, 102.5);
  }

  /** With 30 % and more, its factor is that of a first round. */
  @ParameterizedTest(name = "{0} %")
  @ValueSource(ints = {5, 30, 50})
  void aLaterRoundIsNearTheCapacityWithEachTolerance(int percent) {
    SearchStart later = SearchStart.measured(100, percent / 100.0);
    SearchRange range = new SearchRange(1, 1000, percent / 100.0, 0, 20);
    CapacitySearch.Measure first =
        (CapacitySearch.Measure) CapacitySearch.next(range, later, List.of());
    assertThat(CapacitySearch.next(range, later, List.of(step(first.level(), -1))))
        .extracting(next -> ((CapacitySearch.Measure) next).overload())
        .isNotNull();
  }

  /** It may have been chance, and without it the capacity may be anywhere above. */
  @Test
  void anAmbiguousStepIsRepeatedIfTheBracketDependsOnIt() {
    assertThat(next(NEAR_100, List.of(step(100, -0.3), step(104, 0.05), step(135, 1))))
        .isEqualTo(new CapacitySearch.Measure(104, true));
    assertThat(next(NEAR_100, List.of(step(96, 0.4), step(92, -0.05), step(125, 1))))
        .isEqualTo(new CapacitySearch.Measure(92, true));
  }

  /** Whichever side it is on, there is a pass within 5 % of a failure. */
  @Test
  void anAmbiguousStepIsNotRepeatedIfTheBracketIsAsCloseWithoutIt() {
    assertThat(
            next(NEAR_100, List.of(step(100, -0.3), step(104, 0.05), step(108, 0.5), step(135, 1))))
        .isInstanceOf(CapacitySearch.Done.class);
    assertThat(
            next(NEAR_100, List.of(step(96, -0.3), step(100, -0.05), step(104, 0.5), step(135, 1))))
        .isInstanceOf(CapacitySearch.Done.class);
  }

  @Test
  void theFirstGuessIsMadeFromWhatATransactionCosts() {
    SearchStep probe = new SearchStep(10, -1, 15, false, 80.0);
    assertThat(next(SearchStart.unknown(), List.of()))
        .isEqualTo(new CapacitySearch.Measure(10, false));
    assertThat(next(SearchStart.unknown(), List.of(probe)))
        .isEqualTo(new CapacitySearch.Measure(68, true));
  }

  /** Each configuration has a load at which nothing waits, and begins by what it shows. */
  @Test
  void aConfigurationWithAPredictedCapacityIsProbedToo() {
    assertThat(next(SearchStart.predicted(100), List.of()))
        .isEqualTo(new CapacitySearch.Measure(30, false));
    SearchStep probe = new SearchStep(30, -1, 15, false, 100 / 0.85 * 1.21);
    assertThat(next(SearchStart.predicted(100), List.of(probe)))
        .as("between the prediction and what the probe shows")
        .isEqualTo(new CapacitySearch.Measure(110, true));
    SearchStep blind = new SearchStep(30, -1, 15, false, null);
    assertThat(next(SearchStart.predicted(100), List.of(blind)))
        .isEqualTo(new CapacitySearch.Measure(100, true));
  }

  /** Half of the capacity would not be a load at which nothing waits. */
  @Test
  void thereIsNoProbeWhereTheLowestLoadIsNearTheCapacity() {
    SearchRange high = new SearchRange(60, 1000, 0.05, 0, 20);
    assertThat(CapacitySearch.next(high, SearchStart.predicted(100), List.of()))
        .isEqualTo(new CapacitySearch.Measure(100, true));
  }

  /** A few users who do not pause keep a resource as busy as many. */
  @Test
  void usersAreProbedAtATenthAndNotGuessedByIt() {
    SearchRange users = new SearchRange(1, 1000, 0.05, 1, 20);
    assertThat(CapacitySearch.next(users, SearchStart.predicted(100), List.of()))
        .isEqualTo(new CapacitySearch.Measure(10, false));
    SearchStep probe = new SearchStep(10, -1, 15, false, 12.0);
    assertThat(CapacitySearch.next(users, SearchStart.predicted(100), List.of(probe)))
        .isEqualTo(new CapacitySearch.Measure(100, true));
  }

  /** As one that was not warm, and is now invalid. */
  @Test
  void aProbeThatIsMissingIsMeasuredLater() {
    assertThat(next(SearchStart.predicted(100), List.of(step(100, -0.3), step(118, 0.5))))
        .isEqualTo(new CapacitySearch.Measure(30, false));
  }

  /** A guess that failed is gone down from: most levels above the probe say nothing. */
  @Test
  void aGuessThatFailedIsNotBisectedWithTheProbe() {
    SearchStep probe = new SearchStep(10, -1, 15, false, null);
    assertThat(next(SearchStart.unknown(), List.of(probe, step(100, 1))))
        .isEqualTo(new CapacitySearch.Measure(76.92, true));
    assertThat(next(SearchStart.unknown(), List.of(probe, step(100, 0.2))))
        .as("near the limit it goes down by less")
        .isEqualTo(new CapacitySearch.Measure(92.59, true));
  }

  /** Of a response time of 1 / (1 - utilization), whose limit is reached at 100. */
  @Test
  void theNextStepIsBesideTheLimitThatTheBracketShows() {
    SearchStep passed = ofLimit100(93);
    SearchStep failed = ofLimit100(106);
    CapacitySearch.Measure next = (CapacitySearch.Measure) next(NEAR_100, List.of(passed, failed));
    assertThat(next.level()).isCloseTo(100 / Math.sqrt(1.05), within(0.1));
    assertThat(next.overload()).as("in the same run").isCloseTo(1.3 * next.level(), within(0.1));
    assertThat(next(NEAR_100, List.of(passed, failed, step(130, 1))))
        .as("there was one already")
        .isEqualTo(new CapacitySearch.Measure(next.level(), true));
  }

  /** It is clearly above the limit, so it will fail, and 97 has passed. */
  @Test
  void aStepThatWillEndTheSearchIsPreferred() {
    CapacitySearch.Measure next =
        (CapacitySearch.Measure) next(NEAR_100, List.of(ofLimit100(97), ofLimit100(105)));
    assertThat(next.level()).isCloseTo(97 * 1.05, within(0.1));
  }

  private static SearchStep ofLimit100(double level) {
    double busy = 0.9;
    return step(level, Math.log((1 - busy) / (1 - busy * level / 100)));
  }

  /** Its level could still be far from the right one. */
  @Test
  void thereIsNoOverloadStepWhileTheCapacityIsNotKnownNearly() {
    assertThat(next(NEAR_100, List.of(step(80, -0.8), step(110, 0.9))))
        .extracting(next -> ((CapacitySearch.Measure) next).overload())
        .isNull();
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
    assertThat(next(NEAR_100, steps)).isEqualTo(new CapacitySearch.Measure(100, true));
    steps.add(step(100, 0.6));
    assertThat(next(NEAR_100, steps)).isEqualTo(new CapacitySearch.Measure(130, true));
    steps.add(step(130, -0.4));
    CapacitySearch.Measure lower = (CapacitySearch.Measure) next(NEAR_100, steps);
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

  /** The second step is nearer to the capacity, which saves most of what the probe takes. */
  @ParameterizedTest(name = "{0} busy")
  @ValueSource(doubles = {0.9, 0.8})
  void aProbeMakesAFirstRoundHardlyLonger(double utilization) {
    assertThat(seconds(utilization, SearchStart::predicted))
        .isLessThan(1.1 * seconds(utilization, SearchStart::notFound));
  }

  /**
   * Of the first rounds of a hundred systems: steps take a minute, or half of it if they are short,
   * and twelve seconds until the next one.
   */
  private static double seconds(double utilization, DoubleFunction<SearchStart> start) {
    Random random = new Random(33);
    List<SearchStep> steps = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double guess = 100 * Math.exp(0.15 * random.nextGaussian());
      SimulatedSystem system = new SimulatedSystem(random.nextLong(), 100, utilization, 0.1, 0);
      search(system, start.apply(guess), steps);
    }
    return steps.stream().mapToDouble(step -> (step.whole() ? 60 : 30) + 12).sum();
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
