package dev.scalelab.operator.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.measurement.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboards' table of signals is that of the program; -Dgenerate updates it. */
class GeneratedSignalTableTest {
  private static final Path TABLE = Dashboard.FOLDER.resolve("signals.csv");
  private static final String COLUMNS = "figure,metric,kind,scope,type,mandatory,meaning\n";

  @Test
  void theDashboardsHaveTheTableOfSignals() throws IOException {
    String expected =
        Stream.of(Signal.values())
            .map(GeneratedSignalTableTest::row)
            .collect(Collectors.joining("", COLUMNS, ""));
    if (System.getProperty("generate") != null) {
      Files.writeString(TABLE, expected);
    }
    assertThat(TABLE).as("%s is out of date; run: make generate", TABLE).hasContent(expected);
  }

  private static String row(Signal signal) {
    return String.join(
            ",",
            signal.key(),
            signal.metric(),
            word(signal.kind()),
            word(signal.scope()),
            signal.scope().type().orElse(""),
            String.valueOf(signal.mandatory()),
            "\"" + signal.text().replace("\"", "\"\"") + "\"")
        + "\n";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
