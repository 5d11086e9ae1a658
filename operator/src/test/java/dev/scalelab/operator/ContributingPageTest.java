package dev.scalelab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Classes that are named in the page for contributors exist. */
class ContributingPageTest {
  /** In backticks, with or without a member: `Decision.decide(plan)`. */
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?:\\.([A-Z]\\w*))?(?:[.(][^`]*)?`");

  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");

  private static final Set<String> NO_CLASSES = Set.of("Dockerfile");

  @Test
  void everyClassThatItNamesExists() throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher names = NAMED.matcher(Files.readString(Path.of("../docs/contributing.md")));
    while (names.find()) {
      named.add(names.group(1));
      if (names.group(2) != null) {
        named.add(names.group(2));
      }
    }
    named.removeAll(NO_CLASSES);

    assertThat(named).hasSizeGreaterThan(30).isSubsetOf(declared());
  }

  private static Set<String> declared() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> declaredIn(file).stream())
          .collect(Collectors.toSet());
    }
  }

  private static Set<String> declaredIn(Path file) {
    try {
      Set<String> found = new TreeSet<>();
      Matcher declarations = DECLARED.matcher(Files.readString(file));
      while (declarations.find()) {
        found.add(declarations.group(1));
      }
      return found;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
