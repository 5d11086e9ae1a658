package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test that no stage runs would fail unnoticed. */
class StagesTest {
  private static final Path HERE = Path.of("src/test/java/dev/scalelab/operator/e2e");
  private static final Path STAGES = Path.of("../config/ci/test.sh");

  @Test
  void eachEndToEndTestIsNamedInAStage() throws Exception {
    List<String> named =
        Pattern.compile("\\w+E2E")
            .matcher(Files.readString(STAGES))
            .results()
            .map(found -> found.group())
            .toList();
    try (Stream<Path> files = Files.list(HERE)) {
      List<String> tests =
          files
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .filter(name -> name.endsWith("E2E"))
              .toList();
      assertThat(tests).isNotEmpty();
      assertThat(named).as("classes in %s", STAGES).containsAll(tests);
    }
  }
}
