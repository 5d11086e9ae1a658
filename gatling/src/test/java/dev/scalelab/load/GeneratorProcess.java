package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged load generator in a separate process, started as in a container. */
final class GeneratorProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern METRICS_PORT = Pattern.compile("metrics: port (\\d+),");
  private static final int LOOKS = 400;

  /** A line of standard output and the time when it was read. */
  record Line(JsonNode json, Instant at) {}

  private final Process process;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
  private final Queue<String> strangers = new ConcurrentLinkedQueue<>();
  private final List<JsonNode> taken = new ArrayList<>();
  private final StringBuffer errors = new StringBuffer();
  private final Thread output;
  private final Thread errorOutput;

  private GeneratorProcess(Process process) {
    this.process = process;
    this.output = reader(process.inputReader(StandardCharsets.UTF_8), this::keep);
    this.errorOutput =
        reader(
            new BufferedReader(
                new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)),
            line -> errors.append(line).append('\n'));
  }

  /** Starts it with these settings, any free port for its metrics, and long patience. */
  static GeneratorProcess start(Map<String, String> settings) {
    ProcessBuilder builder = new ProcessBuilder(System.getProperty("load.generator"));
    builder.environment().put("METRICS_PORT", "0");
    // A busy machine is no failure.
    builder.environment().put("REQUEST_TIMEOUT_MILLIS", "60000");
    builder.environment().putAll(settings);
    if (!settings.containsKey("JAVA_OPTS_APPEND")) {
      builder.environment().put("JAVA_OPTS_APPEND", TrainedClasses.options());
    }
    try {
      return new GeneratorProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it with this server as its target. */
  static GeneratorProcess start(KnownServer server, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("TARGET_URL", server.url());
    return start(all);
  }

  private interface LineConsumer {
    void accept(String line) throws IOException;
  }

  private static Thread reader(BufferedReader reader, LineConsumer consumer) {
    Thread thread =
        new Thread(
            () -> {
              try (reader) {
                for (String line; (line = reader.readLine()) != null; ) {
                  consumer.accept(line);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    thread.start();
    return thread;
  }

  private void keep(String line) {
    try {
      lines.add(new Line(JSON.readTree(line), Instant.now()));
    } catch (JsonProcessingException e) {
      // Continue to read: a process whose output is not read does not end.
      strangers.add(line);
    }
  }

  /** The next line that the process prints. */
  Line nextLine(Duration deadline) throws InterruptedException {
    Line line = lines.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(line).as("a line within %s; standard error: %s", deadline, errors).isNotNull();
    taken.add(line.json());
    return line;
  }

  /** Waits for the end and returns the exit code. */
  int exitCode(Duration deadline) throws InterruptedException {
    assertThat(process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS))
        .as("ended within %s; standard error: %s", deadline, errors)
        .isTrue();
    output.join();
    errorOutput.join();
    assertThat(strangers).as("lines of standard output other than records").isEmpty();
    return process.exitValue();
  }

  /** All records, after the end. */
  Records records() {
    List<JsonNode> all = new ArrayList<>(taken);
    lines.forEach(line -> all.add(line.json()));
    return new Records(all);
  }

  /** The text on standard error, after the end. */
  String errorText() {
    return errors.toString();
  }

  /** Sends SIGTERM. */
  void terminate() {
    // Process.destroy would also close the streams before the last record could be read.
    process.toHandle().destroy();
  }

  /** Suspends the process for this time, as a host without a free core does. */
  void standStill(Duration time) throws IOException, InterruptedException {
    String script =
        "kill -STOP %1$d && sleep %2$d.%3$03d && kill -CONT %1$d"
            .formatted(process.pid(), time.toSeconds(), time.toMillisPart());
    assertThat(new ProcessBuilder("sh", "-c", script).start().waitFor()).isZero();
  }

  /** The port of its metrics, printed on standard error before the first record. */
  int metricsPort() throws InterruptedException {
    // Another thread reads standard error, perhaps later than the record.
    for (int look = 0; look < LOOKS; look++) {
      Matcher port = METRICS_PORT.matcher(errors);
      if (port.find()) {
        return Integer.parseInt(port.group(1));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new AssertionError("no port of metrics in: " + errors);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
