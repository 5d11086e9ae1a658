package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The latest warning about an object, however many there are. */
class EventsOnApiServerTest {
  /** More than a page; in the API server's order, by name, the latest is not the last. */
  private static final int MANY = 130;

  private static final int LATEST = 77;

  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void ofMoreThanAPageTheLatestIsFound() {
    ConfigMap object =
        api.client()
            .resource(
                new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName("broken")
                    .withNamespace(api.namespace())
                    .endMetadata()
                    .build())
            .create();
    for (int number = 1; number <= MANY; number++) {
      warn(object, number, number == LATEST ? "2026-01-01T12:59:00Z" : "2026-01-01T12:00:00Z");
    }

    assertThat(new WarningReader(api.client()).latestWarning(object))
        .contains("Bad: number " + LATEST);
  }

  private static void warn(ConfigMap object, int number, String time) {
    api.client()
        .resource(
            new EventBuilder()
                .withNewMetadata()
                .withName("broken.%03d".formatted(number))
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withKind("ConfigMap")
                .withName("broken")
                .withNamespace(api.namespace())
                .withUid(object.getMetadata().getUid())
                .endInvolvedObject()
                .withType("Warning")
                .withReason("Bad")
                .withMessage("number " + number)
                .withLastTimestamp(time)
                .build())
        .create();
  }
}
