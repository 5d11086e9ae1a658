package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages about a user's ConfigMap: key own.csv of mine, of which a and b are called. */
class CellsTableTest {
  private static final Map<String, String> LABELS = Map.of("scalelab.dev/cells-table", "true");
  private static final String HEADER =
      "# mine\nconfig,bean,cpu_repetitions,memory_bytes,leak_bytes,exception\n";

  private final CellsSpec cells = Experiments.cells("default").getSpec().workload().cells();

  @Test
  void aTableWithWhatIsCalledIsTaken() {
    String table = HEADER + "a,TB1,1,,,\nb,TB2,1,,,\nc,TB2,1,,,\n";
    assertThat(violations(LABELS, Map.of("own.csv", table))).isEmpty();
  }

  @Test
  void aConfigMapThatIsNotThereIsMade() {
    assertThat(CellsTable.violations(cells, null))
        .containsExactly(
            new Violation(
                "spec.workload.cells.table.name",
                Reason.CONFIG_MAP_MISSING,
                "the experiment's namespace has no ConfigMap mine: kubectl create configmap mine"
                    + " --from-file=own.csv, then kubectl label configmap mine"
                    + " scalelab.dev/cells-table=true"));
  }

  @Test
  void aConfigMapWithoutTheLabelIsNoTable() {
    String table = HEADER + "a,TB1,1,,,\nb,TB2,1,,,\n";
    for (Map<String, String> labels :
        List.of(Map.<String, String>of(), Map.of("scalelab.dev/cells-table", "false"))) {
      assertThat(violations(labels, Map.of("own.csv", table)))
          .containsExactly(
              new Violation(
                  "spec.workload.cells.table.name",
                  Reason.CONFIG_MAP_MISSING,
                  "ConfigMap mine must have the label scalelab.dev/cells-table=true:"
                      + " kubectl label configmap mine scalelab.dev/cells-table=true"));
    }
  }

  @Test
  void otherKeysAreNotNamed() {
    assertThat(violations(LABELS, Map.of("secret-key", "", "b", "")))
        .containsExactly(
            new Violation(
                "spec.workload.cells.table.key",
                Reason.CONFIG_MAP_MISSING,
                "the data of ConfigMap mine has no key own.csv"));
  }

  @Test
  void whatIsCalledMustBeInTheTableOfWhichNothingIsShown() {
    assertThat(violations(LABELS, Map.of("own.csv", HEADER + "a,TB1,1,,,\npassword,s3cret\n")))
        .containsExactly(
            new Violation(
                "spec.workload.cells.weights",
                Reason.CONFIGURATION_UNKNOWN,
                "key own.csv of ConfigMap mine has no configuration b"));
  }

  @Test
  void aTableHasALargestSize() {
    String longest = HEADER + "a,TB1,1,,,\nb,TB2,1,,,\n";
    longest += "#".repeat(256 * 1024 - longest.length());
    assertThat(violations(LABELS, Map.of("own.csv", longest))).isEmpty();
    assertThat(violations(LABELS, Map.of("own.csv", longest + "#")))
        .containsExactly(
            new Violation(
                "spec.workload.cells.table.key",
                Reason.CONFIG_MAP_MISSING,
                "key own.csv of ConfigMap mine must have 262144 characters at most"));
  }

  private List<Violation> violations(Map<String, String> labels, Map<String, String> data) {
    return CellsTable.violations(cells, new ClusterFacts.UserConfigMap(labels, data));
  }
}
