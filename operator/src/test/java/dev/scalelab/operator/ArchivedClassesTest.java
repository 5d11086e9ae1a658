package dev.scalelab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArchivedClassesTest {
  /** Java's own packages: some of their classes depend on the machine. */
  private static final List<String> JAVA =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.jcp.");

  /** A few that are missing cost little memory: then the list need not be measured again. */
  @Test
  void theListedClassesOfLibrariesExist() {
    List<String> ofLibraries =
        ArchivedClasses.libraries().stream()
            .filter(name -> JAVA.stream().noneMatch(name::startsWith))
            .toList();

    List<String> missing =
        ofLibraries.stream().filter(name -> !ArchivedClasses.load(name)).toList();

    assertThat(missing)
        .as("no longer in the libraries; update the list: make jars images install class-list")
        .hasSizeLessThan(ofLibraries.size() / 20);
  }
}
