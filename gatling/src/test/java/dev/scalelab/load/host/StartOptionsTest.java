package dev.scalelab.load.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The start script, with a test program in place of Java that prints its options. */
class StartOptionsTest {
  private static final String IN_PLACE_OF_JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      """;

  @TempDir Path home;

  @BeforeEach
  void layOut() throws Exception {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Files.copy(Path.of("src/main/container/load-generator"), bin.resolve("load-generator"));
    Path java = Files.writeString(bin.resolve("java"), IN_PLACE_OF_JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("load-generator.aot"), "");
  }

  @Test
  void theCollectorIsTheSerialOne() throws Exception {
    assertThat(options("-XX:-UseG1GC"))
        .filteredOn(option -> option.matches("-XX:[+]Use\\w+GC"))
        .containsExactly("-XX:+UseSerialGC");
    assertThat(options("")).contains("-XX:AOTCache=" + home + "/load-generator.aot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Serial", "Parallel", "G1", "Z", "Shenandoah", "Epsilon"})
  void aCollectorAmongTheOptionsTakesItsPlace(String name) throws Exception {
    String collector = "-XX:+Use" + name + "GC";

    assertThat(options("-Dx=y " + collector))
        .as("a mismatched cache would be reported in the records' output")
        .noneMatch(option -> option.startsWith("-XX:AOTCache"))
        .filteredOn(option -> option.matches("-XX:[+]Use\\w+GC"))
        .containsExactly(collector);
  }

  @Test
  void optionsArriveAsWritten() throws Exception {
    assertThat(options("-Da=\"b c\" -Dd=$(id) -Dg=$HOME --module-path bin/*"))
        .containsSubsequence(
            "-Da=\"b", "c\"", "-Dd=$(id)", "-Dg=$HOME", "--module-path", "bin/*", "-cp");
  }

  private List<String> options(String append) throws Exception {
    Path output = home.resolve("options");
    ProcessBuilder builder =
        new ProcessBuilder("sh", home.resolve("bin/load-generator").toString())
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .merge("PATH", home + "/bin", (path, first) -> first + File.pathSeparator + path);
    builder.environment().put("JAVA_OPTS_APPEND", append);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("the script has ended").isTrue();
      return Files.readAllLines(output);
    } finally {
      process.destroyForcibly();
    }
  }
}
