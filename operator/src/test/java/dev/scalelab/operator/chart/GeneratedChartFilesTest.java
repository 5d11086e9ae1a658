package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The chart's copies match the repository's files, since a chart cannot refer to files outside, and
 * its README lists its values; -Dgenerate updates them.
 */
class GeneratedChartFilesTest {
  private static final String OUT_OF_DATE = "%s is out of date; run: make generate";
  private static final String BEGIN = "<!-- values: made from values.yaml, do not edit -->\n";
  private static final String END = "<!-- values: end -->\n";

  @ParameterizedTest
  @CsvSource({"../crds, crds", "../dashboards, files/dashboards"})
  void theChartCarriesTheSameFiles(Path original, String copies) throws IOException {
    Path folder = Chart.FOLDER.resolve(copies);
    if (generate()) {
      Files.createDirectories(folder);
      for (Path stale : files(folder)) {
        Files.delete(stale);
      }
      for (Path file : files(original)) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    assertThat(files(folder).stream().map(Path::getFileName))
        .as(OUT_OF_DATE, folder)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            files(original).stream().map(Path::getFileName).toList());
    for (Path file : files(original)) {
      Path copy = folder.resolve(file.getFileName());
      assertThat(copy).as(OUT_OF_DATE, copy).hasSameBinaryContentAs(file);
    }
  }

  @Test
  void theReadmeHasEveryValue() throws IOException {
    String text = Chart.file("README.md");
    assertThat(text).contains(BEGIN, END);
    String expected =
        text.substring(0, text.indexOf(BEGIN) + BEGIN.length())
            + Parameters.table()
            + text.substring(text.indexOf(END));
    Path readme = Chart.FOLDER.resolve("README.md");
    if (generate()) {
      Files.writeString(readme, expected);
    }
    assertThat(readme).as(OUT_OF_DATE, readme).hasContent(expected);
  }

  private static boolean generate() {
    return System.getProperty("generate") != null;
  }

  /** The CRDs or dashboards of a folder; empty if it does not exist. */
  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().matches(".*\\.(yml|json)")).sorted().toList();
    }
  }
}
