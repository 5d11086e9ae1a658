package dev.scalelab.benchmark.support;

import dev.scalelab.benchmark.dataset.ToolInProcess;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the dataset tool: as in the image, by its launcher in a separate process, or within the
 * tests' process if a test is not about the tool.
 */
public final class DatasetRunner {

  private DatasetRunner() {}

  /** The result of a call of the tool: its exit code, and its output. */
  public record Result(int exitCode, String output, String errors) {

    /** The record on standard output. */
    public JsonObject record() {
      try (var reader = Json.createReader(new StringReader(output))) {
        return reader.readObject();
      }
    }
  }

  /** Runs a command by the launcher, and waits for its end. */
  public static Result run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile("scalelab", ".err");
    String[] command = new String[arguments.length + 2];
    command[0] = "sh";
    command[1] = System.getProperty("tools.directory") + "/bin/dataset";
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("WILDFLY_HOME", System.getProperty("server.directory"));
    Process process = builder.start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the dataset tool did not end within 120 s");
      }
      return new Result(process.exitValue(), output, Files.readString(errors));
    } finally {
      process.destroyForcibly();
      Files.delete(errors);
    }
  }

  /** The faults in an audit's record, with their numbers. */
  public static Map<String, Integer> faults(JsonObject audit) {
    Map<String, Integer> found = new LinkedHashMap<>();
    JsonObject faults = audit.getJsonObject("faults");
    faults.keySet().stream()
        .filter(name -> faults.getInt(name) != 0)
        .forEach(name -> found.put(name, faults.getInt(name)));
    return found;
  }

  /** Runs a command in this process that must succeed, and returns its record. */
  public static JsonObject succeed(Map<String, String> environment, String command) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int exitCode =
        ToolInProcess.run(command, environment, new PrintStream(output), new PrintStream(errors));
    Result result =
        new Result(
            exitCode,
            output.toString(StandardCharsets.UTF_8),
            errors.toString(StandardCharsets.UTF_8));
    if (exitCode != 0) {
      throw new AssertionError("dataset " + command + " failed: " + result.errors());
    }
    return result.record();
  }
}
