package dev.scalelab.load.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {

  @Test
  void theReadmeHoldsTheTableOfSettingsAsTheCodeHasIt() throws IOException {
    assertThat(Files.readString(Path.of("README.md")))
        .as("replace the table of settings in gatling/README.md by this one")
        .contains(SettingsTable.markdown());
  }
}
