package dev.scalelab.benchmark.cells.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Haproxy;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Ports;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A server that has the web tier, and one that has the beans, which the first calls over HTTP
 * through a HAProxy that keeps no connections, as in an experiment without keep-alive.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CellsTiersIT {

  private static final String BALANCER =
      """
      defaults
        mode http
        timeout connect 2s
        timeout client 11s
        timeout server 11s
        option httpclose

      frontend calls
        bind 127.0.0.1:%d
        acl call path_sub .cells.
        http-request return status 404 if !call
        default_backend beans

      backend beans
        server beans %s
      """;

  private AppServer beans;
  private Haproxy balancer;
  private AppServer web;

  @BeforeAll
  void start() throws Exception {
    beans =
        AppServer.start("beans-0", tier("beans", Map.of("BEAN_POOL", "2", "BEAN_THREADS", "3")));
    int port = Ports.free("127.0.0.1");
    balancer = Haproxy.start(BALANCER.formatted(port, beans.url().replace("http://", "")));
    String address = "http://127.0.0.1:" + port;
    web = AppServer.start("web-0", tier("web", Map.of("BEANS_URL", address)));
    beans.awaitReady();
    web.awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    web.close();
    balancer.close();
    beans.close();
  }

  private static Map<String, String> tier(String name, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("WORKLOAD", "cells");
    settings.put("TIER", name);
    settings.put("PARTITION", name);
    return settings;
  }

  @Test
  void theWebTierAnswersAndTheBeansDoTheWork() throws Exception {
    web.client().get("/api/cells/6");
    double before = calls();
    double busyBefore = beans.metric("scalelab_bean_threads_busy_seconds");

    Answer answer = web.client().get("/api/cells/6");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.pod()).isEqualTo("web-0");
    assertThat(answer.number("numbers")).isEqualTo(27_000 * 600);
    assertThat(answer.json().getJsonArray("beans")).hasSize(6);
    assertThat(calls() - before).as("calls of TB1 to TB6").isEqualTo(6);
    assertThat(beans.metric("scalelab_bean_threads_busy_seconds") - busyBefore)
        .as("in the beans' own threads, 27 ms")
        .isPositive();
  }

  /** Of the seven beans in the server that has them. */
  private double calls() throws Exception {
    return beans
        .management("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("ejb3_invocations_total{") && line.contains("\"TB"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void anExceptionOfABeanArrivesAsItIs() throws Exception {
    Answer threw = web.client().get("/api/cells/4");
    assertThat(threw.status()).isEqualTo(500);
    assertThat(threw.text("error")).isEqualTo("TB5 threw an exception, as configured in its table");
    assertThat(threw.text("field")).isEqualTo("configuration");

    Answer unknown = web.client().get("/api/cells/11");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.text("field")).isEqualTo("configuration");

    for (AppServer server : List.of(web, beans)) {
      assertThat(server.console()).doesNotContain("BeanThrewException");
    }
  }

  @Test
  void manyRequestsAtTheSameTimeAreAnswered() throws Exception {
    Parallel.times(
        80, 8, task -> assertThat(web.client().get("/api/cells/3").status()).isEqualTo(200));
  }

  @Test
  void aServerOfTheWebTierIsNotCalled() throws Exception {
    assertThat(web.client().get("/wildfly-services/common/v1/mechanisms").status()).isEqualTo(404);
  }
}
