package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.platform.Quantities;
import java.util.List;

/**
 * The balancer's configuration as HAProxy 2.6 and later read it. Every server is named after its
 * pod, so that HAProxy's metrics tell pods apart.
 */
final class HaproxyConfiguration {
  /**
   * Memory of a connection at both ends: two buffers of 16 KiB and the state of the stream, with
   * room to spare.
   */
  private static final int KIBIBYTES_A_CONNECTION = 48;

  /** A request without an answer is for the client to give up, not for the balancer. */
  private static final int LONGER_THAN_CLIENTS_MILLIS = 1000;

  private static final String TEMPLATE =
      """
      global
        log stdout format raw local0 notice
        nbthread %(threads)
        maxconn %(connections)
        hard-stop-after 5s

      defaults
        mode http
        log global
        timeout connect 2s
        timeout client %(timeout)ms
        timeout server %(timeout)ms
        timeout queue %(queueTimeout)ms
        timeout http-keep-alive 30s
        timeout check 3s
      %(close)  # A request whose client gave up is not worth a server's time.
        option abortonclose
        # A request that reached no server goes to another one.
        option redispatch 1
        retries 3

      # Servers come and go with their pods: their addresses are asked for all the time.
      resolvers cluster
        parse-resolv-conf
        accepted_payload_size 8192
        resolve_retries 3
        timeout resolve 1s
        timeout retry 1s
        hold valid 1s
        hold nx 5s
        hold obsolete 5s

      frontend application
        bind :8080
        default_backend servers

      frontend metrics
        bind :8405
        # Alive: it answers. Ready: it sees every server.
        monitor-uri /ready
        acl servers_missing nbsrv(servers) lt %(servers)
        monitor fail if servers_missing
        http-request use-service prometheus-exporter if { path /metrics }
        http-request return status 200 if { path /live }
        http-request return status 404

      backend servers
        balance %(policy)
      %(cookie)  option httpchk GET %(readyPath)
        http-check expect status 200
        default-server check port %(readyPort) inter 2s fastinter 500ms downinter 500ms rise 1 fall 3 maxconn %(requests) resolvers cluster resolve-prefer ipv4 init-addr none
      %(serverLines)""";

  private HaproxyConfiguration() {}

  /**
   * The configuration's text.
   *
   * @param balancer policy, stickiness, limits
   * @param pods names of the servers' pods
   * @param domain full name of the servers' headless service, without a dot at its end
   * @param health where servers tell whether they take requests
   * @param requestTimeoutMillis after this time clients give a request up, in milliseconds
   * @param keepAlive whether connections, to clients and to servers, are kept for further requests
   */
  static String text(
      BalancerSpec balancer,
      List<String> pods,
      String domain,
      HealthCheck health,
      int requestTimeoutMillis,
      boolean keepAlive) {
    return TEMPLATE
        .replace("%(threads)", "" + Quantities.wholeCores(balancer.cpu()))
        .replace("%(connections)", "" + connections(balancer))
        .replace("%(timeout)", "" + (requestTimeoutMillis + LONGER_THAN_CLIENTS_MILLIS))
        .replace("%(queueTimeout)", "" + balancer.queueTimeoutMillis())
        .replace("%(close)", keepAlive ? "" : "  option httpclose\n")
        .replace("%(servers)", "" + pods.size())
        .replace("%(policy)", algorithm(balancer.policy()))
        .replace("%(cookie)", cookie(balancer))
        .replace("%(readyPath)", health.path())
        .replace("%(readyPort)", "" + health.port())
        .replace("%(requests)", "" + balancer.maxRequestsPerServer())
        .replace("%(serverLines)", serverLines(balancer, pods, domain));
  }

  private static long connections(BalancerSpec balancer) {
    return Math.max(100, Quantities.mebibytes(balancer.memory()) * 1024 / KIBIBYTES_A_CONNECTION);
  }

  private static String algorithm(BalancingPolicy policy) {
    return switch (policy) {
      case ROUND_ROBIN -> "roundrobin";
      case LEAST_CONNECTIONS -> "leastconn";
      // One draw: with two, its default, HAProxy takes the less loaded of them.
      case RANDOM -> "random(1)";
    };
  }

  // A server may send a client to another one, which the portal does where that owns the data.
  private static String cookie(BalancerSpec balancer) {
    return balancer.sticky()
        ? "  cookie SCALELAB_SERVER insert indirect preserve nocache httponly\n"
        : "";
  }

  private static String serverLines(BalancerSpec balancer, List<String> pods, String domain) {
    StringBuilder lines = new StringBuilder();
    for (String pod : pods) {
      lines.append("  server %s %s.%s:8080".formatted(pod, pod, domain));
      lines.append(balancer.sticky() ? " cookie " + pod + "\n" : "\n");
    }
    return lines.toString();
  }
}
