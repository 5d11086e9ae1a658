package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A cache of the generator's loaded classes, like that of its container image: without it each
 * start takes twice as much CPU time, which delays other tests.
 */
final class TrainedClasses {
  private static final Path CACHE = Path.of("target", "load-generator.jsa").toAbsolutePath();
  private static final Duration DEADLINE = Duration.ofSeconds(180);

  /** Java warns on standard output, which is for records, of classes that cannot be cached. */
  private static final String QUIET = "-Xlog:disable -Xlog:all=warning:stderr ";

  private static String options;

  private TrainedClasses() {}

  /** Java's options for a start with the cache, which is created on first use. */
  static synchronized String options() {
    if (options == null) {
      train();
      options = QUIET + "-XX:SharedArchiveFile=" + CACHE;
    }
    return options;
  }

  private static void train() {
    Map<String, String> settings =
        Map.of(
            "RATES", "50",
            "STEP_SECONDS", "1",
            "WARM_UP_SECONDS", "0",
            "RAMP_SECONDS", "0",
            "JAVA_OPTS_APPEND", QUIET + "-XX:ArchiveClassesAtExit=" + CACHE);
    try {
      Files.deleteIfExists(CACHE);
      try (KnownServer server = new KnownServer(number -> KnownServer.Reaction.AT_ONCE);
          GeneratorProcess generator = GeneratorProcess.start(server, settings)) {
        assertThat(generator.exitCode(DEADLINE)).isZero();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
