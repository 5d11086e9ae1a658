package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Every reason that a user sees is explained in the documentation. */
class ReasonsPageTest {
  @Test
  void hasEveryReason() throws IOException {
    String page = Files.readString(Path.of("../docs/results.md"));
    assertThat(Arrays.stream(Reason.values()).map(Reason::text))
        .as("reasons that are missing in the tables of docs/results.md")
        .allSatisfy(reason -> assertThat(page).contains("`" + reason + "`"));
  }
}
