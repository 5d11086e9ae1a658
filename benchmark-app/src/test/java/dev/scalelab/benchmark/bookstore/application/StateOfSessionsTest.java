package dev.scalelab.benchmark.bookstore.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StateOfSessionsTest {

  @Test
  void bothIsInTheWebSessionAndInTheBean() {
    assertThat(StateOfSessions.of("web").inBean()).isFalse();
    assertThat(StateOfSessions.of("bean").inWebSession()).isFalse();
    assertThat(StateOfSessions.of("both").inWebSession()).isTrue();
    assertThat(StateOfSessions.of("both").inBean()).isTrue();
  }

  @Test
  void anotherNameIsRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> StateOfSessions.of("disk"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("BOOKSTORE_STATE must be one of web, bean, both, cookie, not disk");
  }
}
