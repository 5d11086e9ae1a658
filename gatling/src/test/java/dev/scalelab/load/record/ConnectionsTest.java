package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private final Connections connections = new Connections();

  @Test
  void aStretchHasItsOwnAndThoseThatWereOpenBefore() {
    connections.opening();
    connections.opening();
    connections.opening();
    connections.closed();

    long before = connections.begin();
    connections.opening();
    connections.closed();
    connections.closed();

    assertThat(connections.since(before)).isEqualTo(new Connections.Seen(1, 3, 4));
    assertThat(connections.open()).isEqualTo(1);
    assertThat(connections.since(connections.begin())).isEqualTo(new Connections.Seen(0, 1, 4));
  }
}
