package dev.scalelab.benchmark.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A HAProxy on this machine. */
public final class Haproxy implements AutoCloseable {

  private final Process process;
  private final Path file;

  private Haproxy(Path file) throws IOException {
    this.file = file;
    this.process =
        new ProcessBuilder("haproxy", "-db", "-f", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    // If the test run is killed.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** Starts it with the text of a configuration; it listens soon, or ends. */
  public static Haproxy start(String configuration) throws IOException {
    Path file = Files.createTempFile("scalelab", ".cfg");
    Files.writeString(file, configuration);
    return new Haproxy(file);
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
    Files.deleteIfExists(file);
  }
}
