package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.CellsSpec.Client;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SessionCache;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What samples and pages say about the published studies is what the studies say. */
class StudiesInSamplesTest extends TakenSpecs {
  private static final Path PAGES = Path.of("..", "benchmark-app", "workloads");

  /** AdaptiveCells/J: a fifth of the users without keep-alive. */
  @Test
  void usersOfCellsAreThoseOfTheStudy() throws IOException {
    String mixed =
        sample("cells.yaml")
            .replace("      # clients:", "      clients:")
            .replace("      #   - {weight", "        - {weight")
            .replace("    thinkTime:\n      minMillis: 300\n      maxMillis: 400\n", "");

    assertThat(taken(mixed).workload().cells().clients())
        .containsExactly(
            new Client(1, 300, false),
            new Client(1, 400, false),
            new Client(4, 300, true),
            new Client(4, 400, true));
    assertThat(Files.readString(Path.of("..", "gatling", "README.md")))
        .contains("`CELLS_CLIENTS=10:300:false,10:400:false,40:300:true,40:400:true`");
  }

  /** AdaptiveCells/J: its stress test is a trial of one experiment. */
  @Test
  void theStepsOfTheStressTestFitIntoATrial() throws IOException {
    List<Integer> users = new ArrayList<>(List.of(20, 50, 80, 100, 150));
    IntStream.rangeClosed(2, 20).map(hundreds -> 100 * hundreds).forEach(users::add);
    users.add(500);
    String stress = sample("cells.yaml").replace("[2, 8, 30, 2]", users.toString());

    ScalabilityExperimentSpec spec = taken(stress);
    assertThat(spec.load().closed().users()).hasSize(25);
    assertThat(Planner.plan("cells", spec).violations()).isEmpty();
    assertThat(Files.readString(PAGES.resolve("cells.md"))).contains("500 again: 25 steps");
  }

  /** Rossi and Turrini, table 5: the variants of one manifest. */
  @ParameterizedTest
  @CsvSource({
    "C1, 1, WebSession, LOCAL, LOCAL, false",
    "C2, 2, WebSession, LOCAL, LOCAL, false",
    "C3, 2, WebSession, DISTRIBUTED, LOCAL, true",
    "C4, 2, StatefulBean, LOCAL, DISTRIBUTED, true",
    "C5, 2, StatefulBean, DISTRIBUTED, DISTRIBUTED, true",
  })
  void configurationsOfTheBookStoreCopyWhatTheStudysDo(
      String name,
      int servers,
      String location,
      SessionCache web,
      SessionCache beans,
      boolean clustered)
      throws IOException {
    Plan plan = Planner.plan("session-state", taken(sample("session-state.yaml")));

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.configurations())
        .filteredOn(one -> one.variant().equals(name.toLowerCase(Locale.ROOT)))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.replicas()).isEqualTo(servers);
              assertThat(one.workload().webSessions()).isEqualTo(web);
              assertThat(one.workload().beans()).isEqualTo(beans);
              assertThat(one.workload().reportsMembers()).isEqualTo(clustered);
              assertThat(one.spec().system().state().bean().inCookie())
                  .isEqualTo(name.equals("C4"));
            });
    assertThat(rowOf(name)).contains("" + servers, "`" + location + "`");
  }

  /** The cells of a row of the page's table. */
  private static List<String> rowOf(String configuration) throws IOException {
    try (Stream<String> lines = Files.lines(PAGES.resolve("bookstore.md"))) {
      String row =
          lines
              .filter(line -> line.startsWith("| " + configuration + " |"))
              .findFirst()
              .orElseThrow();
      return Stream.of(row.substring(1, row.length() - 1).split("\\|", -1))
          .map(String::strip)
          .toList();
    }
  }
}
