package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonMappingException;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What passes by itself when the API server answers again. */
class UnavailableTest {
  @Test
  void whatHasNoAnswerIsAskedAgain() {
    for (Exception cause :
        new Exception[] {new IOException("refused"), new TimeoutException("too late")}) {
      var silent = new KubernetesClientException("it failed", cause);
      assertThat(Unavailable.is(silent)).isTrue();
      assertThat(Unavailable.is(new OperatorException(silent))).as("wrapped by the SDK").isTrue();
    }
  }

  /** As while the operator is cut off: connected, and nothing comes back. */
  @Test
  void soIsARequestThatTimesOut() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      assertThat(Unavailable.is(failure(silent.getLocalPort()))).isTrue();
    }
  }

  /** Nobody listens on the first port. */
  @Test
  void soIsAConnectionThatIsRefused() {
    assertThat(Unavailable.is(failure(1))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 502, 503, 504})
  void soIsWhatIsAnsweredInsteadOfAnAnswer(int code) {
    assertThat(Unavailable.is(answered(code, "try again"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 409, 422, 500})
  void anAnswerIsAnAnswer(int code) {
    assertThat(Unavailable.is(answered(code, "no"))).isFalse();
  }

  @Test
  void aDenialWithAnyCodeIsAnAnswer() {
    assertThat(Unavailable.is(answered(503, "admission webhook \"w\" denied the request: no")))
        .isFalse();
  }

  @Test
  void whatCannotBeReadIsAnAnswerToo() {
    var unreadable =
        new KubernetesClientException("it failed", new JsonMappingException(null, "no object"));

    assertThat(Unavailable.is(unreadable)).isFalse();
    assertThat(Unavailable.is(new IllegalStateException("boom"))).isFalse();
    assertThat(Unavailable.is(new KubernetesClientException("a mistake of the caller"))).isFalse();
  }

  private static Exception failure(int port) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + port)
            .withRequestTimeout(300)
            .withConnectionTimeout(5000)
            .withRequestRetryBackoffLimit(0)
            .build();
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      client.nodes().withName("any").get();
      throw new AssertionError("it got an answer");
    } catch (KubernetesClientException e) {
      return e;
    }
  }

  private static KubernetesClientException answered(int code, String message) {
    return new KubernetesClientException(
        message, code, new StatusBuilder().withCode(code).withMessage(message).build());
  }
}
