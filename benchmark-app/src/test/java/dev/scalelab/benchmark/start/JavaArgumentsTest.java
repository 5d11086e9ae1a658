package dev.scalelab.benchmark.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments with which Java is started as the server. */
class JavaArgumentsTest {

  @ParameterizedTest
  @CsvSource({"1, -XX:+UseSerialGC", "2, -XX:+UseG1GC"})
  void theCollectorIsForTheProcessors(String processors, String collector) {
    assertThat(collectors(arguments(Map.of("ACTIVE_PROCESSORS", processors))))
        .containsExactly(collector);
  }

  @Test
  void theCollectorIsTheChosenOne() {
    assertThat(arguments(Map.of("COLLECTOR", "Parallel", "NEW_RATIO", "3")))
        .contains("-XX:+UseParallelGC", "-XX:NewRatio=3");
  }

  @Test
  void aScreenOfTheHeapLeavesNoDeadObjectsInIt() {
    assertThat(arguments(Map.of("SCREEN_HEAP", "true"))).contains("-XX:MarkSweepDeadRatio=0");
    assertThat(arguments(Map.of())).noneMatch(argument -> argument.contains("MarkSweepDeadRatio"));
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
  void aCollectorAmongTheOptionsTakesItsPlace(String collector) {
    for (String processors : List.of("1", "2")) {
      for (String variable : List.of("JAVA_OPTS", "JAVA_OPTS_APPEND")) {
        Map<String, String> settings =
            Map.of(
                "ACTIVE_PROCESSORS",
                processors,
                variable,
                "-XX:+UnlockExperimentalVMOptions\n" + collector + " -Dx=y");
        assertThat(collectors(arguments(settings))).containsExactly(collector);
      }
    }
  }

  @Test
  void optionsThatOnlySoundLikeACollectorDoNot() {
    Map<String, String> settings =
        Map.of("JAVA_OPTS_APPEND", "-XX:-UseG1GC -Dx=-XX:+UseZGC -XX:+UseStringDeduplication");

    assertThat(arguments(settings)).contains("-XX:+UseSerialGC");
  }

  @Test
  void optionsAreSeparatedByWhiteSpaceOnly() {
    Map<String, String> settings =
        Map.of(
            "JAVA_OPTS",
            " -cp configuration/*\n",
            "JAVA_OPTS_APPEND",
            "-Da=\"b c\" -Dd='e'\t-Df=$(id)");

    assertThat(arguments(settings))
        .startsWith("-cp", "configuration/*", "-Xms384m")
        .containsSequence("-Da=\"b", "c\"", "-Dd='e'", "-Df=$(id)", "-jar")
        .endsWith("org.jboss.as.standalone");
  }

  @Test
  void theTransactionManagersNameIsTheEndOfALongOne() {
    assertThat(JavaArguments.node("an-experiment-with-a-long-name-app-12"))
        .hasSize(23)
        .endsWith("-name-app-12");
    assertThat(JavaArguments.node("app-0")).isEqualTo("app-0");
  }

  @Test
  void noArgumentHasAPassword() {
    Map<String, String> database =
        Map.of("DB_HOST", "h", "DB_NAME", "n", "DB_USER", "u", "DB_PASSWORD", "very secret");

    assertThat(Launch.of(Settings.with(database)).arguments()).noneMatch(a -> a.contains("secret"));
  }

  private static List<String> arguments(Map<String, String> settings) {
    return Launch.of(Settings.with(Map.of("WORKLOAD", "cart"), settings)).arguments();
  }

  private static List<String> collectors(List<String> options) {
    return options.stream().filter(option -> option.matches("-XX:[+]Use\\w+GC")).toList();
  }
}
