package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each domain may be in a separate database: none uses another's tables or classes. */
class DomainsTest {

  private static final Path SOURCES = Path.of("src/main/java/dev/scalelab/benchmark/ecperf");

  private static final Pattern IMPORT =
      Pattern.compile(
          "import dev\\.scalelab\\.benchmark\\.ecperf"
              + "\\.(customer|corporate|manufacturing|supplier)\\.(\\w+)\\.\\w+;");

  @ParameterizedTest
  @ValueSource(strings = {"customer", "corporate", "manufacturing", "supplier"})
  void aDomainAsksTheOthersByTheApplicationServicesOfBoth(String domain) throws IOException {
    List<String> reachingIn = new ArrayList<>();
    int ofItsOwn = 0;
    for (Path file : sources(domain)) {
      boolean isApplication = file.getParent().endsWith("application");
      Matcher imported = IMPORT.matcher(Files.readString(file));
      while (imported.find()) {
        if (imported.group(1).equals(domain)) {
          ofItsOwn++;
        } else if (!isApplication || !imported.group(2).equals("application")) {
          reachingIn.add(file.getFileName() + ": " + imported.group());
        }
      }
    }

    assertThat(reachingIn).isEmpty();
    assertThat(ofItsOwn).isPositive();
  }

  private static List<Path> sources(String domain) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES.resolve(domain))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
