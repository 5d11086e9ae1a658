package dev.scalelab.benchmark.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ServerLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The start script with a server that prints what it has got: options and environment arrive as
 * written, through the script, the program and Java's file of arguments.
 */
class StartScriptTest {

  private static final String ODD = "a b  \"c\" 'd' $HOME `id` \\e # *";

  @TempDir private Path home;

  @BeforeEach
  void layOut() throws Exception {
    ServerLayout.write(home);
  }

  @Test
  void optionsArriveAsWritten() throws Exception {
    String options =
        "-Da=\"b -Dd='e'\t-Df=$(id) -Dg=$HOME -Dh=`id` -Di=\\j\n-Dk=? -Dl=#m -Dn=configuration/* -Do=@p";

    List<String> server = started(Map.of("JAVA_OPTS", "-Dq=r", "JAVA_OPTS_APPEND", options));

    assertThat(server)
        .containsSubsequence(
            "option -Dq=r",
            "option -XX:+UseSerialGC",
            "option -Djboss.node.name=app-0",
            "option -Da=\"b",
            "option -Dd='e'",
            "option -Df=$(id)",
            "option -Dg=$HOME",
            "option -Dh=`id`",
            "option -Di=\\j",
            "option -Dk=?",
            "option -Dl=#m",
            "option -Dn=configuration/*",
            "option -Do=@p",
            "argument org.jboss.as.standalone");
  }

  /** Names and passwords of each domain are copied from those of the database. */
  @Test
  void theEnvironmentArrivesAsWritten() throws Exception {
    Map<String, String> database =
        Map.of("DB_HOST", "one", "DB_NAME", ODD, "DB_USER", "u", "DB_PASSWORD", ODD);

    assertThat(started(with("WORKLOAD", "ecperf", database)))
        .contains(
            "variable DB_PASSWORD=" + ODD,
            "variable DB_SUPPLIER_PASSWORD=" + ODD,
            "variable DB_SUPPLIER_NAME=" + ODD,
            "variable DB_SUPPLIER_PORT=5432",
            "variable MALLOC_ARENA_MAX=2",
            "variable WEB_LIMIT=1016");
  }

  /** Options in the environment must not keep the program from starting, or take its ports. */
  @Test
  void whatJavaReadsFromTheEnvironmentIsForTheServerOnly() throws Exception {
    Map<String, String> options = Map.of("JAVA_TOOL_OPTIONS", "-Da=b", "_JAVA_OPTIONS", "-Dc=d");

    assertThat(started(options))
        .containsOnlyOnce("Picked up JAVA_TOOL_OPTIONS: -Da=b", "Picked up _JAVA_OPTIONS: -Dc=d")
        .contains("option -Da=b", "option -Dc=d");
  }

  @Test
  void aBadSettingEndsTheScript() throws Exception {
    Process script = start(Map.of("WEB_QUEUE", "0"));

    assertThat(output(script))
        .containsExactly("WEB_QUEUE must be a whole number from 1 to 100000, not 0");
    assertThat(script.exitValue()).isEqualTo(2);
  }

  private List<String> started(Map<String, String> settings) throws Exception {
    Process script = start(settings);
    List<String> lines = output(script);
    assertThat(script.exitValue()).as("%s", lines).isZero();
    return lines;
  }

  private Process start(Map<String, String> settings) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", home.resolve("bin/server").toString()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    String path = environment.get("PATH");
    environment.clear();
    environment.put("PATH", path);
    environment.put("WILDFLY_HOME", home.toString());
    environment.put("SERVER_DIR", home.resolve("a server's").toString());
    environment.put("POD_NAME", "app-0");
    environment.put("WORKLOAD", "cart");
    environment.putAll(settings);
    return builder.start();
  }

  /** Little enough to fit into a pipe. */
  private static List<String> output(Process script) throws Exception {
    try {
      assertThat(script.waitFor(60, TimeUnit.SECONDS)).as("the script has ended").isTrue();
      return new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } finally {
      script.destroyForcibly();
    }
  }

  private static Map<String, String> with(String name, String value, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put(name, value);
    return all;
  }
}
