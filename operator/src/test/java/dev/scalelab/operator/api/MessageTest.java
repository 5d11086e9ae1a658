package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageTest {
  @Test
  void oneThingIsSingular() {
    assertThat(Message.count(1, "server")).isEqualTo("1 server");
    assertThat(Message.count(2, "server")).isEqualTo("2 servers");
    assertThat(Message.all(1, "server")).isEqualTo("the server");
    assertThat(Message.all(2, "server")).isEqualTo("all 2 servers");
  }
}
