package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of signals in the documentation is that of the program. */
class SignalsPageTest {
  @Test
  void everySignalHasItsRow() throws IOException {
    String page = Files.readString(Path.of("../docs/diagnosis.md"));
    String rows = Stream.of(Signal.values()).map(SignalsPageTest::row).reduce("", String::concat);

    assertThat(page)
        .contains("| figure | metric | mandatory | meaning |\n|---|---|---|---|\n" + rows);
  }

  private static String row(Signal signal) {
    return "| `%s`%s | `%s` | %s | %s |\n"
        .formatted(
            signal.key(),
            signal.scope().ofDatabase() ? " D" : "",
            signal.metric(),
            signal.mandatory() ? "yes" : "no",
            signal.text());
  }
}
