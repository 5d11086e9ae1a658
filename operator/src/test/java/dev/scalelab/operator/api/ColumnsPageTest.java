package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Every column of kubectl get is explained in the documentation. */
class ColumnsPageTest {
  @Test
  void hasThoseOfBothKinds() throws IOException {
    String page = Files.readString(Path.of("../docs/results.md"));
    int trials = page.indexOf("| column of a trial |");
    String ofTrials = page.substring(trials, page.indexOf("\n### ", trials));

    assertThat(columns(ScalabilityExperiment.class))
        .allSatisfy(column -> assertThat(page.substring(0, trials)).contains("`" + column + "`"));
    assertThat(columns(ScalabilityTrial.class))
        .allSatisfy(column -> assertThat(ofTrials).contains("`" + column + "`"));
  }

  /** As kubectl shows them; the age is everywhere. */
  private static List<String> columns(Class<?> kind) {
    return Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
        .map(column -> column.name().toUpperCase(Locale.ROOT))
        .filter(column -> !column.equals("AGE"))
        .toList();
  }
}
