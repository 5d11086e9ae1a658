package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PredictedStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Published tables of one server, from no more than their first row and one throughput. The
 * documentation shows them.
 */
class PublishedTablesTest {
  /** OSS/J's figure 22: threads that request without pause; between requests they do other work. */
  @Test
  void ossjThroughputAndResponseTimesOverThreads() throws IOException {
    List<double[]> rows = published("ossj2003,fig22", "throughput");
    List<double[]> times = published("ossj2003,fig22", "responseTimeMean");
    double think = rows.get(0)[0] / rows.get(0)[1] - times.get(0)[1] / 1000;
    Convolution model = model(middle(rows), think, 1200);
    List<PredictedStep> steps = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int threads = (int) rows.get(i)[0];
      steps.add(
          new PredictedStep(
              threads,
              null,
              rows.get(i)[1],
              model.throughput(threads),
              times.get(i)[1],
              1000 * model.responseSeconds(threads)));
    }

    assertThat(Prediction.of(steps).misfit()).as("%s", Prediction.of(steps)).isFalse();
    assertThat(page())
        .contains(
            steps.stream()
                .map(
                    step ->
                        String.format(
                            Locale.ROOT,
                            "| %d | %.0f | %.0f | %.0f | %.0f |\n",
                            step.users(),
                            step.perSecond(),
                            step.predictedPerSecond(),
                            step.meanMillis(),
                            step.predictedMillis()))
                .collect(Collectors.joining()));
  }

  /** ECperf: eight clients for each unit of the rate. */
  @Test
  void ecperfThroughputOverClients() throws IOException {
    List<double[]> rows = published("zhou2005,6.3", "throughput");
    double highest = rows.stream().mapToDouble(row -> row[1] / 60).max().orElseThrow();
    double cycle = 8 / (rows.get(0)[1] / 60);
    Convolution model = model(highest, cycle - 1 / highest, 128);
    StringBuilder table = new StringBuilder();
    for (double[] row : rows) {
      int clients = (int) (8 * row[0]);
      double predicted = 60 * model.throughput(clients);
      table.append(
          String.format(Locale.ROOT, "| %d | %.0f | %.0f |\n", clients, row[1], predicted));
      assertThat(Math.abs(predicted / row[1] - 1)).as("%d clients", clients).isLessThan(0.1);
    }

    assertThat(page()).contains(table);
  }

  private static Convolution model(double highestPerSecond, double thinkSeconds, int users) {
    return Convolution.of(
        List.of(Station.cpu("server", 1 / highestPerSecond, 1)), 0, thinkSeconds, users);
  }

  /** All rows are saturated, and differ by noise. */
  private static double middle(List<double[]> rows) {
    DoubleSummaryStatistics range = rows.stream().mapToDouble(row -> row[1]).summaryStatistics();
    return (range.getMin() + range.getMax()) / 2;
  }

  /** The x and the value of each row of a table. */
  private static List<double[]> published(String table, String metric) throws IOException {
    return Files.readAllLines(Path.of("../config/studies/published-results.csv")).stream()
        .filter(line -> line.startsWith(table + ","))
        .map(line -> line.replaceAll("\"[^\"]*\"", "").split(","))
        .filter(cells -> cells[5].equals(metric))
        .map(cells -> new double[] {Double.parseDouble(cells[4]), Double.parseDouble(cells[7])})
        .toList();
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/diagnosis.md"));
  }
}
