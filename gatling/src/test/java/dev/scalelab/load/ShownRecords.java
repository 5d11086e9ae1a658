package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The records as shown in the README, on which readers can rely. */
final class ShownRecords {
  private static final Path README = Path.of("README.md");

  /** Objects whose members are named after the counted objects. */
  private static final Set<String> BY_NAME =
      Set.of("transactions", "totals", "outsideWindows", "pods", "writes");

  private ShownRecords() {}

  /** Checks that a record has exactly the fields shown in the README for its kind. */
  static void assertThatItIsAsShown(JsonNode record) throws IOException {
    String kind = record.get("record").asText();
    JsonNode shown = new ObjectMapper().readTree(shown("{\"record\":\"" + kind + "\""));
    assertThat(fields(record)).as("fields of %s", kind).isEqualTo(fields(shown));
  }

  /** The same for the stream of a step. */
  static void assertThatItsStreamIsAsShown(JsonNode step) throws IOException {
    JsonNode shown = new ObjectMapper().readTree("{" + shown("\"stream\":") + "}");
    assertThat(fields(step.get("stream"))).isEqualTo(fields(shown.get("stream")));
  }

  /** Shown in several lines for readability. */
  private static String shown(String begin) throws IOException {
    String readme = Files.readString(README);
    int from = readme.indexOf("\n    " + begin) + 1;
    assertThat(from).as("%s in %s", begin, README).isPositive();
    return readme
        .substring(from, readme.indexOf("\n\n", from))
        .lines()
        .map(String::strip)
        .collect(Collectors.joining());
  }

  private static Set<String> fields(JsonNode object) {
    Set<String> fields = new TreeSet<>();
    object
        .properties()
        .forEach(
            field -> {
              JsonNode inside = field.getValue();
              fields.add(field.getKey());
              if (BY_NAME.contains(field.getKey())) {
                inside = inside.iterator().next();
              }
              fields(inside).forEach(name -> fields.add(field.getKey() + "." + name));
            });
    return fields;
  }
}
