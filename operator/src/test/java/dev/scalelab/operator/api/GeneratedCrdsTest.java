package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committed CRDs are those of the API's classes; with -Dgenerate they are made so. */
class GeneratedCrdsTest {
  private static final Path CRDS = Path.of("../crds");

  @TempDir Path scratch;

  @Test
  void areWhatTheClassesSay() throws IOException {
    Map<String, String> files = CrdFiles.generate(scratch);
    assertThat(files).hasSize(2);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path committed = CRDS.resolve(file.getKey());
      if (System.getProperty("generate") != null) {
        Files.createDirectories(CRDS);
        Files.writeString(committed, file.getValue());
      }
      assertThat(committed)
          .as("%s is out of date; mend it by: make generate", committed)
          .hasContent(file.getValue());
    }
  }
}
