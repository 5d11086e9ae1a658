package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.scalelab.load.profile.TransactionType;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class WritesTest {
  private final Writes writes =
      new Writes(List.of(TransactionType.NEW_ORDER, TransactionType.ORDER_STATUS));

  @Test
  void thoseNotAcknowledgedAreNamed() throws IOException {
    for (int number = 1; number <= 20; number++) {
      assertThat(writes.begin(TransactionType.NEW_ORDER)).isEqualTo(number);
      if (number != 3 && number < 17) {
        writes.acknowledged(TransactionType.NEW_ORDER, number);
      }
    }

    assertThat(text())
        .isEqualTo("{\"newOrder\":{\"2\":{\"numbered\":20,\"unacknowledged\":\"3,17-20\"}}}");
  }

  @Test
  void whatIsOnlyReadHasNoNumber() throws IOException {
    assertThat(writes.begin(TransactionType.ORDER_STATUS)).isZero();
    writes.acknowledged(TransactionType.ORDER_STATUS, 0);

    assertThat(text()).isEqualTo("{\"newOrder\":{\"2\":{\"numbered\":0,\"unacknowledged\":\"\"}}}");
  }

  @Test
  void tooManyToListAreNone() throws IOException {
    for (int number = 1; number <= 20_000; number++) {
      writes.begin(TransactionType.NEW_ORDER);
      if (number % 2 == 0) {
        writes.acknowledged(TransactionType.NEW_ORDER, number);
      }
    }

    assertThat(text())
        .isEqualTo("{\"newOrder\":{\"2\":{\"numbered\":20000,\"unacknowledged\":null}}}");
  }

  @Test
  void theMemoryForThemIsBounded() throws IOException {
    for (int number = 1; number <= 200_000; number++) {
      writes.begin(TransactionType.NEW_ORDER);
    }
    writes.acknowledged(TransactionType.NEW_ORDER, 200_000);

    assertThat(text())
        .as("in a row they could be listed, but are not kept any more")
        .isEqualTo("{\"newOrder\":{\"2\":{\"numbered\":200000,\"unacknowledged\":null}}}");
  }

  private String text() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      writes.write(out, 2);
      out.writeEndObject();
    }
    return text.toString();
  }
}
