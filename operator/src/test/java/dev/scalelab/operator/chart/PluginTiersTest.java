package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.PodGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The plugin checks the nodes of all pods, although it reads no Java. */
class PluginTiersTest {
  private static final Path PLUGIN = Path.of("../config/plugin/internal/command/prerequisites.go");

  @Test
  void theSettingsOfAllPodsAreInThePluginsTiers() throws IOException {
    Set<String> paths =
        Parts.podGroups()
            .map(PodGroup::settingsField)
            .map(PluginTiersTest::asInTheSource)
            .collect(Collectors.toSet());

    assertThat(paths).contains("\"load\", \"generators\", \"pod\"").hasSizeGreaterThan(4);
    assertThat(Files.readString(PLUGIN))
        .as("tiersOf in %s: add the tier, and where its settings are", PLUGIN)
        .contains(paths);
  }

  /** Without the system, in which the plugin is already; of an item of a list, the list. */
  private static String asInTheSource(String field) {
    String path = field.replaceFirst("^spec\\.(system\\.)?", "").replaceFirst("\\[.*", "");
    return '"' + path.replace(".", "\", \"") + '"';
  }
}
