package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellsCallTest {
  private final CellsCall call = new CellsCall("4");

  @Test
  void anAnswerIsOfTheConfigurationThatWasCalled() {
    assertThat(call.flaw(200, "4", "")).isNull();
    assertThat(call.flaw(200, "5", "")).isEqualTo("answer of another configuration");
    assertThat(call.flaw(200, "", "")).isEqualTo("answer of another configuration");
  }

  @Test
  void distinguishesAThrowingBeanFromABrokenServer() {
    assertThat(call.flaw(500, "", "configuration")).isEqualTo("configuration 4 has thrown");
    assertThat(call.flaw(500, "", "")).isEqualTo("HTTP 500");
  }
}
