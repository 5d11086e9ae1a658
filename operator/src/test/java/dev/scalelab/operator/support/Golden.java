package dev.scalelab.operator.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Compares a manifest with the last reviewed one. */
public final class Golden {
  private static final Path DIRECTORY = Path.of("src/test/resources/golden");

  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private Golden() {}

  /**
   * The object as YAML must equal the file.
   *
   * @param file name of the file under src/test/resources/golden
   */
  public static void assertSame(String file, Object object) {
    Path path = DIRECTORY.resolve(file);
    try {
      String text = sorted(object);
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(DIRECTORY);
        Files.writeString(path, text);
      }
      assertThat(text)
          .as("%s; when the change is meant: mvn -pl operator test -Dgolden.update=true", path)
          .isEqualTo(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** YAML with sorted keys, since the order of maps is not relevant. */
  private static String sorted(Object object) throws JsonProcessingException {
    Map<?, ?> fields = SORTED.readValue(Serialization.asJson(object), Map.class);
    String json = SORTED.writeValueAsString(fields);
    return Serialization.asYaml(SORTED.readValue(json, Map.class));
  }
}
