package dev.scalelab.benchmark.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

/**
 * A HAProxy in front of three partitions, which sends requests and calls to the one with their
 * domain, by the same rules as that of an experiment.
 */
public final class PartitionBalancer implements AutoCloseable {

  private static final String CONFIGURATION =
      """
      defaults
        mode http
        timeout connect 2s
        timeout client 11s
        timeout server 11s
        timeout queue 2s

      frontend application
        bind 127.0.0.1:%d
        acl call path_beg /wildfly-services/
        acl calls_corporate path_sub .ecperf.corporate.
        acl of_corporate path_beg /api/ecperf/parts
        acl calls_plant path_sub .ecperf.manufacturing. .ecperf.supplier.
        acl of_plant path_beg /api/ecperf/work-orders /api/ecperf/purchase-orders
        http-request return status 404 if call !calls_corporate !calls_plant
        use_backend corporate if call calls_corporate
        use_backend corporate if of_corporate
        use_backend plant if call calls_plant
        use_backend plant if of_plant
        default_backend customer

      backend customer
        server customer %s

      backend corporate
        server corporate %s

      backend plant
        server plant %s
      """;

  private final int port;
  private final Haproxy haproxy;

  private PartitionBalancer(int port, Haproxy haproxy) {
    this.port = port;
    this.haproxy = haproxy;
  }

  /** Starts it on a port, in front of the servers of each partition. */
  public static PartitionBalancer start(
      int port, AppServer customer, AppServer corporate, AppServer plant) throws IOException {
    Haproxy haproxy =
        Haproxy.start(
            CONFIGURATION.formatted(port, address(customer), address(corporate), address(plant)));
    PartitionBalancer balancer = new PartitionBalancer(port, haproxy);
    await()
        .alias("HAProxy answers")
        .atMost(Duration.ofSeconds(60))
        .failFast("HAProxy has ended", () -> !haproxy.isAlive())
        .ignoreExceptions()
        .until(() -> balancer.client().get("/api/ecperf/cart") != null);
    return balancer;
  }

  private static String address(AppServer server) {
    URI url = URI.create(server.url());
    return url.getHost() + ":" + url.getPort();
  }

  public int port() {
    return port;
  }

  /** A client without a session yet. */
  public ApiClient client() {
    return new ApiClient(HttpClient.newHttpClient(), "http://127.0.0.1:" + port);
  }

  @Override
  public void close() throws Exception {
    haproxy.close();
  }
}
