package dev.scalelab.operator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What schedules have found, each with the fewest faults, at the write that mattered. */
class FoundFaultsTest {
  @RegisterExtension static final SimulatedTime time = new SimulatedTime();

  /** The step was not recorded, but its histograms were stored. */
  @Test
  void histogramsThatAreStoredAreNotWrittenAgain() {
    Line stored = first("PATCH configmaps/small-base-1-r1-histograms");
    var killed =
        new Fault(
            Fault.Kind.KILLED_BEFORE_WRITE, stored.write() + 2, Duration.ZERO, Duration.ZERO, 0);

    Run run = Run.of(0, Scenario.SMALLEST, List.of(killed));

    assertThat(run.problems()).isEmpty();
    assertThat(run.trace()).filteredOn(line -> line.contains("histograms")).hasSize(2);
  }

  /** The watch of pods had not seen that they were resized. */
  @Test
  void theCpuLimitIsSetOnce() {
    Line resized = first("PATCH pods/small-base-1-app-0/resize");
    var late =
        new Fault(
            Fault.Kind.WATCHES_MUTE, 0, resized.at().minusMillis(500), Duration.ofSeconds(20), 0);

    Run run = Run.of(0, Scenario.SMALLEST, List.of(late));

    assertThat(run.problems()).isEmpty();
    assertThat(run.trace()).filteredOn(line -> line.contains("resize")).hasSize(1);
  }

  /** The watch of services was the last to see what had been created. */
  @ParameterizedTest(name = "watch {0}")
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void whatAWatchHasNotSeenIsNotLeftBehind(int watch) {
    Duration removal = first("DELETE jobs/small-base-1-r1-load").at();
    var silent =
        new Fault(Fault.Kind.WATCH_MUTE, 0, Duration.ofMillis(1), removal.plusSeconds(120), watch);
    var all =
        new Fault(Fault.Kind.WATCHES_MUTE, 0, removal.minusMillis(5), Duration.ofSeconds(30), 0);

    assertThat(Run.of(0, Scenario.SMALLEST, List.of(silent, all)).problems()).isEmpty();
  }

  /** No watch saw until the end of the run that the deleted server was there again. */
  @Test
  void aServerThatIsBackIsSeenWithoutAWatch() {
    var silent =
        new Fault(
            Fault.Kind.WATCHES_MUTE,
            0,
            first(Scenario.DISTURBED, "DELETE pods/small-base-2-app-").at(),
            Duration.ofSeconds(90),
            0);

    assertThat(Run.undisturbed(Scenario.DISTURBED).results().toString())
        .contains("1 deleted, back");
    assertThat(Run.of(0, Scenario.DISTURBED, List.of(silent)).problems()).isEmpty();
  }

  /**
   * One broken pod costs a run that could not begin, and no configuration; so does a Job. A server
   * that starts under the warm-up is replaced by a warm one.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Pod lab/small-base-1-warmup-abcde",
        "Job lab/small-base-1-warmup",
        "Pod lab/small-base-1-app-0"
      })
  void aLostWarmUpIsRepeated(String deleted) {
    Run run = afterDeletion(Scenario.SMALLEST, deleted);

    assertThat(run.problems()).isEmpty();
    assertThat(run.results()).isEqualTo(Run.undisturbed(Scenario.SMALLEST).results());
    assertThat(run.trace())
        .filteredOn(line -> line.endsWith("POST jobs"))
        .as("two warm-ups and a load")
        .hasSize(3);
    assertThat(run.trace()).anyMatch(line -> line.endsWith("DELETE jobs/small-base-1-r2-load"));
  }

  /** The databases are kept, and their content is made again. */
  @ParameterizedTest
  @ValueSource(strings = {"Pod lab/small-base-prepare-abcde", "Job lab/small-base-prepare"})
  void aLostFillOfTheDatabasesIsRepeated(String deleted) {
    Run run = afterDeletion(Scenario.DATABASE, deleted);

    assertThat(run.problems()).isEmpty();
    assertThat(run.results()).isEqualTo(Run.undisturbed(Scenario.DATABASE).results());
    assertThat(run.trace())
        .filteredOn(line -> line.endsWith("POST jobs"))
        .as("two fills, a warm-up, a reset, a load and an audit")
        .hasSize(6);
    assertThat(run.trace())
        .filteredOn(line -> line.endsWith("POST clusters"))
        .as("databases")
        .hasSize(1);
  }

  /** It happens while the scenario's first Job runs; the trace names which pick it was. */
  private static Run afterDeletion(Scenario scenario, String object) {
    Duration at = first(scenario, "POST jobs").at().plusSeconds(3);
    Fault.Kind kind = object.startsWith("Pod ") ? Fault.Kind.POD_DELETED : Fault.Kind.JOB_DELETED;
    return IntStream.range(0, 20)
        .mapToObj(pick -> Run.of(0, scenario, List.of(new Fault(kind, 0, at, Duration.ZERO, pick))))
        .filter(run -> run.trace().stream().anyMatch(line -> line.endsWith("deletes " + object)))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The second round shows that the first was cold: that one is measured again, on other servers.
   */
  @Test
  void aRoundThatWasColdIsMeasuredAgainOnServersOfItsOwn() {
    long seed =
        LongStream.range(0, 100)
            .filter(one -> LoadedServers.findsThemCold(one, "small-base-1-r1-load"))
            .filter(one -> !LoadedServers.findsThemCold(one, "small-base-1-r2-load"))
            .findFirst()
            .orElseThrow();

    Run run = Run.of(seed, Scenario.ROUNDS, List.of());

    assertThat(run.problems()).isEmpty();
    assertThat(run.trace())
        .filteredOn(line -> line.endsWith("POST jobs"))
        .as("three warm-ups and three loads")
        .hasSize(6);
  }

  private record Line(Duration at, int write) {}

  /** When an undisturbed operator first writes this. */
  private static Line first(String write) {
    return first(Scenario.SMALLEST, write);
  }

  private static Line first(Scenario scenario, String write) {
    String line =
        Run.undisturbed(scenario).trace().stream()
            .filter(one -> one.contains(write))
            .findFirst()
            .orElseThrow();
    String[] parts = line.strip().split(" +");
    return new Line(
        Duration.ofMillis(Math.round(Double.parseDouble(parts[0]) * 1000)),
        Integer.parseInt(parts[1]));
  }
}
