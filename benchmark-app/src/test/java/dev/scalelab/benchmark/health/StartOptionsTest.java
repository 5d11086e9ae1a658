package dev.scalelab.benchmark.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ServerLayout;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Java's options set by the start script. It starts a test program in place of Java, which prints
 * them.
 */
class StartOptionsTest {

  private static final String IN_PLACE_OF_JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      """;

  @TempDir private Path directory;

  @BeforeEach
  void layOut() throws IOException {
    ServerLayout.write(directory, IN_PLACE_OF_JAVA);
  }

  @ParameterizedTest
  @CsvSource({"1, -XX:+UseSerialGC", "2, -XX:+UseG1GC"})
  void theCollectorIsForTheProcessors(String processors, String collector) throws Exception {
    assertThat(collectors(options(Map.of("ACTIVE_PROCESSORS", processors))))
        .containsExactly(collector);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseSerialGC",
        "-XX:+UseParallelGC",
        "-XX:+UseG1GC",
        "-XX:+UseZGC",
        "-XX:+UseShenandoahGC",
        "-XX:+UseEpsilonGC"
      })
  void aCollectorAmongTheOptionsTakesItsPlace(String collector) throws Exception {
    for (String processors : List.of("1", "2")) {
      for (String variable : List.of("JAVA_OPTS", "JAVA_OPTS_APPEND")) {
        Map<String, String> environment =
            Map.of(
                "ACTIVE_PROCESSORS",
                processors,
                variable,
                "-XX:+UnlockExperimentalVMOptions\n" + collector + " -Dx=y");
        assertThat(collectors(options(environment))).containsExactly(collector);
      }
    }
  }

  @Test
  void optionsThatOnlySoundLikeACollectorDoNot() throws Exception {
    Map<String, String> environment =
        Map.of("JAVA_OPTS_APPEND", "-XX:-UseG1GC -Dx=-XX:+UseZGC -XX:+UseStringDeduplication");

    assertThat(options(environment)).contains("-XX:+UseSerialGC");
  }

  @Test
  void optionsArriveAsWritten() throws Exception {
    Map<String, String> environment =
        Map.of(
            "JAVA_OPTS",
            "-cp configuration/*",
            "JAVA_OPTS_APPEND",
            "-Da=\"b c\" -Dd='e'\t-Df=$(id) -Dg=$HOME -Dh=`id` -Di=\\j --module-path configuration/* -Dk=?");

    assertThat(options(environment))
        .containsSubsequence("-cp", "configuration/*")
        .containsSubsequence(
            "-Da=\"b",
            "c\"",
            "-Dd='e'",
            "-Df=$(id)",
            "-Dg=$HOME",
            "-Dh=`id`",
            "-Di=\\j",
            "--module-path",
            "configuration/*",
            "-Dk=?",
            "-jar");
  }

  private static List<String> collectors(List<String> options) {
    return options.stream().filter(option -> option.matches("-XX:[+]Use\\w+GC")).toList();
  }

  private List<String> options(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", Path.of("src/main/server/server").toAbsolutePath().toString())
            .directory(directory.toFile())
            .redirectErrorStream(true);
    Map<String, String> all = builder.environment();
    String path = all.get("PATH");
    all.clear();
    all.put("PATH", directory + File.pathSeparator + path);
    all.put("WILDFLY_HOME", directory.toString());
    all.put("SERVER_DIR", directory.resolve("server").toString());
    all.put("WORKLOAD", "cart");
    all.putAll(environment);
    Process process = builder.start();
    try {
      // Little enough to fit into a pipe.
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("the script has ended").isTrue();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.exitValue()).as(output).isZero();
      return output.lines().toList();
    } finally {
      process.destroyForcibly();
    }
  }
}
