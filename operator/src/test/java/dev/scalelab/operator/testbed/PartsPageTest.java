package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every component that a trial may wait for is explained in the documentation, in their order. */
class PartsPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|.*`(\\w+)` \\|$");

  @Test
  void hasEveryPartInItsOrderWithItsReason() throws IOException {
    String page = Files.readString(Path.of("../docs/concepts.md"));
    String table =
        page.substring(page.indexOf("| part | ready when |"), page.indexOf("A pod that is lost"));
    List<String> rows = new ArrayList<>();
    Matcher row = ROW.matcher(table);
    while (row.find()) {
      boolean ofRun = List.of(ComponentOrder.LOAD, ComponentOrder.AUDIT).contains(row.group(1));
      rows.add(ofRun ? row.group(1) : row.group(1) + " " + row.group(2));
    }

    List<String> expected = new ArrayList<>();
    Parts.COMPONENTS.stream()
        .filter(component -> !component.name().equals(ComponentOrder.LOAD))
        .forEach(component -> expected.add(component.name() + " " + component.reason().text()));
    expected.addAll(List.of(ComponentOrder.LOAD, ComponentOrder.AUDIT));
    assertThat(rows).isEqualTo(expected);
  }
}
