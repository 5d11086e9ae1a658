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

  @Test
  void whatIsTooLongEndsWithAWholeClauseOrWord() {
    assertThat(Message.shorten("all of it; at once", 18)).isEqualTo("all of it; at once");
    assertThat(Message.shorten("the first of all; next limit: the balancer", 30))
        .isEqualTo("the first of all; …");
    assertThat(Message.shorten("the first of all; x", 18)).isEqualTo("the first of …");
    assertThat(Message.shorten("one; and then many more words", 20)).isEqualTo("one; and then …");
    assertThat(Message.shorten("without-any-word-in-it", 10)).isEqualTo("without-a…");
  }
}
