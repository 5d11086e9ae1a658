package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API server that is asked in a dry run and has other troubles: that refuses nothing. */
class UnansweredDryRunsTest {
  private static final int NOT_FOUND = 404;

  private static final String NO_RIGHT =
      "clusters.postgresql.cnpg.io is forbidden: User \"system:serviceaccount:a:b\" cannot create"
          + " resource \"clusters\"";

  private final ScalabilityExperiment experiment = Experiments.small("lab");
  private HttpServer server;
  private KubernetesClient client;
  private int code;
  private String message;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean asked = exchange.getRequestMethod().equals("POST");
          int answer = asked ? code : NOT_FOUND;
          String status =
              Serialization.asJson(
                  new StatusBuilder()
                      .withStatus("Failure")
                      .withCode(answer)
                      .withMessage(message)
                      .build());
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          byte[] bytes = status.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource({
    "401, Unauthorized",
    "404, namespaces \"lab\" not found",
    "429, the server has received too many requests",
    "500, etcdserver: request timed out",
    "504, request timed out"
  })
  void troubleOfTheApiServerIsTriedAgain(int answered, String answer) {
    code = answered;
    message = answer;

    assertThatThrownBy(this::podViolations)
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(answer);
    assertThat(databaseViolations()).as("asked again when it is created").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "403, denied by a policy: admission webhook \"w\" denied the request: no",
    "409, admission webhook \"w\" denied the request: no",
    "422, is invalid: spec.instances"
  })
  void aRefusalHasTheWords(int answered, String answer) {
    code = answered;
    message = answer;

    assertThat(podViolations()).extracting(Violation::message).contains(answer);
    assertThat(databaseViolations()).extracting(Violation::message).containsExactly(answer);
  }

  @Test
  void aMissingRightOfTheOperatorIsNoRuleOfTheCluster() {
    code = 403;
    message = NO_RIGHT;

    assertThat(databaseViolations())
        .singleElement()
        .satisfies(found -> assertThat(found.message()).contains(NO_RIGHT, "run helm upgrade"));
  }

  @Test
  void whatExistsIsNotRefused() {
    code = 409;
    message = "\"small-base-2-app\" already exists";

    assertThat(podViolations()).isEmpty();
    assertThat(databaseViolations()).isEmpty();
  }

  private List<Violation> podViolations() {
    Topology topology =
        new Topology(
            List.of(
                new Servers(
                    new StatefulSetServers(
                        null,
                        TwoServers.MANIFEST,
                        new ClusterWatch(client, Timing.ofMachine()) {
                          @Override
                          boolean resizable() {
                            return true;
                          }
                        }),
                    null)));
    return new Admission(client, topology, System::nanoTime)
        .violations(experiment, Planner.plan("small", experiment.getSpec()))
        .violations();
  }

  private List<Violation> databaseViolations() {
    return new DatabaseAdmission(
            client, new DatabaseManifest(Experiments.images()), System::nanoTime)
        .violations(experiment, Planner.plan("small", experiment.getSpec()));
  }
}
