package example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both images pass jvmOptions to Java unchanged. */
class EntryPointTest {
  private static final List<Path> FILES =
      List.of(Path.of("Containerfile"), Path.of("../../../Dockerfile"));
  private static final String IN_PLACE_OF_JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      """;

  @TempDir Path folder;

  @Test
  void optionsArriveAsWritten() throws Exception {
    Path java = Files.writeString(folder.resolve("java"), IN_PLACE_OF_JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    for (Path file : FILES) {
      assertThat(arguments(file, "-XX:+UseZGC -Da=\"b c\" -Dd=$(id) -Dg=$HOME --module-path ./*"))
          .as("%s", file)
          .containsExactly(
              "-Xms64m",
              "-Xmx64m",
              "-XX:ActiveProcessorCount=1",
              "-XX:+UseZGC",
              "-Da=\"b",
              "c\"",
              "-Dd=$(id)",
              "-Dg=$HOME",
              "--module-path",
              "./*",
              "-jar",
              "/opt/own-application.jar");
    }
  }

  private List<String> arguments(Path file, String options) throws Exception {
    Path output = folder.resolve("arguments");
    ProcessBuilder builder =
        new ProcessBuilder(entryPoint(file))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .merge("PATH", folder.toString(), (path, first) -> first + File.pathSeparator + path);
    builder
        .environment()
        .putAll(Map.of("HEAP", "64m", "ACTIVE_PROCESSORS", "1", "JAVA_OPTS_APPEND", options));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it has ended").isTrue();
      return Files.readAllLines(output);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The entry point of the example's server. */
  private static List<String> entryPoint(Path file) throws Exception {
    String line =
        Files.readAllLines(file).stream()
            .filter(text -> text.startsWith("ENTRYPOINT") && text.contains("own-application.jar"))
            .findFirst()
            .orElseThrow();
    String[] words =
        new ObjectMapper().readValue(line.substring("ENTRYPOINT".length()), String[].class);
    return List.of(words);
  }
}
