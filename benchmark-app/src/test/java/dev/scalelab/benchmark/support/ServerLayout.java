package dev.scalelab.benchmark.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the start script needs of an image: the application, a configuration and a Java. */
public final class ServerLayout {
  private static final List<String> WORKLOADS =
      List.of("ecperf", "bookstore", "cart", "cells", "portal");

  private static final Path MAIN = Path.of("src", "main");

  private ServerLayout() {}

  /**
   * Writes it.
   *
   * @param home the server's home, and a folder of programs
   * @param inPlaceOfJava a shell script that the start script calls as Java
   */
  public static void write(Path home, String inPlaceOfJava) throws IOException {
    Path java = Files.writeString(home.resolve("java"), inPlaceOfJava);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path configuration = Files.createDirectories(home.resolve("configuration"));
    Files.writeString(configuration.resolve("standalone.xml"), "<server/>\n");
    Files.writeString(configuration.resolve("logging.properties"), "\n");
    Path classes = home.resolve(Path.of("application", "WEB-INF", "classes"));
    for (String workload : WORKLOADS) {
      Files.createDirectories(classes.resolve(Path.of("dev", "scalelab", "benchmark", workload)));
    }
    Path units = Path.of("META-INF", "persistence.xml");
    Files.createDirectories(classes.resolve("META-INF"));
    Files.copy(MAIN.resolve("resources").resolve(units), classes.resolve(units));
  }
}
