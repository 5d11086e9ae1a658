package dev.scalelab.benchmark.cells.infrastructure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the text of a table. */
final class TableFile {

  /** The ten configurations of the study. */
  private static final String SHIPPED = "/dev/scalelab/benchmark/cells/table.csv";

  private TableFile() {}

  /** The default table, which is part of the application. */
  static String shipped() {
    try (InputStream in = TableFile.class.getResourceAsStream(SHIPPED)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A user's own table. */
  static String at(String path) throws IOException {
    return Files.readString(Path.of(path));
  }
}
