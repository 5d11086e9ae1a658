package dev.scalelab.benchmark.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseGoneTest {

  @ParameterizedTest
  @ValueSource(strings = {"57P01", "57P02", "57P03"})
  void aDatabaseThatSaysSoIsGone(String state) {
    assertThat(DatabaseGone.isBehind(new SQLException("planted", state))).isTrue();
  }

  @Test
  void oneThatClosedTheConnectionOrTakesNoneIsGone() {
    assertThat(isGone(new EOFException())).isTrue();
    assertThat(isGone(new SocketException("Connection reset"))).isTrue();
    assertThat(isGone(new ConnectException("Connection refused"))).isTrue();
  }

  @Test
  void oneThatDoesNotAnswerInTimeIsNot() {
    assertThat(isGone(new SocketTimeoutException("Read timed out"))).isFalse();
  }

  @Test
  void oneThatDoesNotAnswerInTimeOverTlsIsNot() {
    assertThat(isGone(new SSLException("Read timed out", new SocketTimeoutException()))).isFalse();
  }

  @Test
  void nameServersAreNoneOfItsOwn() {
    assertThat(isGone(new UnknownHostException("database"))).isFalse();
  }

  @Test
  void oneWithoutFurtherConnectionsIsNot() {
    assertThat(DatabaseGone.isBehind(new SQLException("too many clients already", "53300")))
        .isFalse();
  }

  private static boolean isGone(IOException cause) {
    return DatabaseGone.isBehind(new SQLException("planted", "08006", cause));
  }
}
