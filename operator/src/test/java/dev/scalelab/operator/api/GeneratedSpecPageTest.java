package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of all fields is that of the committed CRD; -Dgenerate updates it. */
class GeneratedSpecPageTest {
  private static final Path CRD = Path.of("../crds/scalabilityexperiments.scalelab.dev-v1.yml");
  private static final Path PAGE = Path.of("../docs/spec.md");

  @Test
  void describesEveryField() throws IOException {
    String expected = SpecPage.of(new YAMLMapper().readTree(CRD.toFile()));
    if (System.getProperty("generate") != null) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, expected);
    }
    assertThat(PAGE).as("%s is out of date; run: make generate", PAGE).hasContent(expected);
  }
}
