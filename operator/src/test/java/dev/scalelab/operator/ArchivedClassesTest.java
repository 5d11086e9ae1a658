package dev.scalelab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchivedClassesTest {
  /** Java's own packages: some of their classes depend on the machine. */
  private static final List<String> JAVA =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.jcp.");

  @Test
  void everyListedClassOfALibraryExists() {
    Stream<String> ofLibraries =
        ArchivedClasses.libraries().filter(name -> JAVA.stream().noneMatch(name::startsWith));

    assertThat(ofLibraries.filter(name -> !ArchivedClasses.isLoaded(name)))
        .as("missing since a change of libraries; mend it with: make class-list")
        .isEmpty();
  }
}
