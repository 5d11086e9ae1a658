package dev.scalelab.benchmark.support;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A run of the packaged load generator, in a separate process. */
public final class LoadRun implements AutoCloseable {

  private static final Path GENERATOR = Path.of(System.getProperty("load.generator"));

  private final Path output = Files.createTempFile("scalelab-load", ".records");
  private final Path errors = Files.createTempFile("scalelab-load", ".log");
  private final Process process;

  /** Starts it with these settings. */
  public LoadRun(Map<String, String> settings) throws IOException {
    if (!Files.isExecutable(GENERATOR)) {
      throw new AssertionError(GENERATOR + " is missing: mvn -DskipTests package -pl gatling");
    }
    ProcessBuilder builder =
        new ProcessBuilder(GENERATOR.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().put("METRICS_PORT", "0");
    builder.environment().putAll(settings);
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** Waits until the load has started. */
  public void awaitStart() throws Exception {
    for (int look = 0; Files.size(output) == 0; look++) {
      if (look == 600 || !process.isAlive()) {
        throw new AssertionError("the load has not started: " + Files.readString(errors));
      }
      Thread.sleep(100);
    }
  }

  /** Waits for its end, and returns its last record: that of the run. */
  public JsonObject end(int seconds) throws Exception {
    if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError("the load has not ended well: " + Files.readString(errors));
    }
    String last = Files.readAllLines(output).stream().reduce((first, second) -> second).get();
    try (var reader = Json.createReader(new StringReader(last))) {
      return reader.readObject();
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.delete(output);
    Files.delete(errors);
  }
}
