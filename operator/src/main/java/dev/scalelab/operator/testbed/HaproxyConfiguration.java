package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.platform.Quantities;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The balancer's configuration for HAProxy 2.6 and later. Every server is named after its pod, so
 * that HAProxy's metrics distinguish pods.
 */
final class HaproxyConfiguration {
  /**
   * Memory of a connection at both ends: two buffers of 16 KiB and the state of the stream, with a
   * margin.
   */
  private static final int KIBIBYTES_A_CONNECTION = 48;

  /** The client, not the balancer, must time out a request without a response. */
  private static final int LONGER_THAN_CLIENTS_MILLIS = 1000;

  /** Weight that a server's load is a percentage of: with 1 only 0 and 1 could result. */
  private static final int WHOLE_WEIGHT = 100;

  /** The header in which the load generator names the client of a request, if it is asked to. */
  static final String CLIENT_HEADER = "scalelab-client";

  /**
   * The server that each client keeps, by the header in which the load generator names the client.
   * Whoever sends none gets a server like any session.
   */
  private static final String CLIENTS =
      """
        stick-table type string len 32 size 100k expire 1h
        stick on req.hdr(%s)
      """
          .formatted(CLIENT_HEADER);

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
      %(close)  # Drop a waiting request when its client has disconnected.
        option abortonclose
        # Send a request that reached no server to another one.
        option redispatch 1
        retries 3

      # Addresses of servers change with their pods: resolve them continuously.
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
      %(log)%(routes)
      frontend metrics
        bind :8405
        # Alive: it responds. Ready: every server is up.
        monitor-uri /ready
      %(missing)  monitor fail if servers_missing
        http-request use-service prometheus-exporter if { path /metrics }
        http-request return status 200 if { path /live }
        http-request return status 404

      %(backends)""";

  /**
   * A line for each request, and none for connections without any. The cookie is that of WildFly,
   * the header that of ScaleLab's own applications.
   */
  private static final String REQUEST_LOG =
      """
        log stdout format raw local0 info
        option httplog
        option dontlognull
        capture cookie JSESSIONID= len 63
        capture response header X-ScaleLab-State len 128
      """;

  private static final String BACKEND =
      """
      backend %(name)
        balance %(policy)
      %(clients)%(cookie)  option httpchk GET %(readyPath)
        http-check expect status 200
        default-server check port %(readyPort) inter 2s fastinter 500ms downinter 500ms rise 1 fall 3 maxconn %(requests)%(queue)%(agent) resolvers cluster resolve-prefer ipv4 init-addr none
      %(serverLines)""";

  /** A server's health is known from the section for clients' requests. */
  private static final String CALLS =
      """

      backend %(name)
        balance %(policy)
      %(beans)  default-server maxconn %(requests) resolvers cluster resolve-prefer ipv4 init-addr none
      %(serverLines)""";

  /**
   * The server that has each stateful bean. WildFly names the bean in the response to its creation,
   * and in the path of its calls:
   * /wildfly-services/ejb/v2/invoke/APPLICATION/MODULE/DISTINCT/BEAN/ID, where a stateless bean has
   * a dash. Its cookie is no help: a server of the web tier sends the same one with the calls of
   * all beans.
   */
  private static final String BEANS =
      """
        stick-table type string len 64 size 100k expire 1h
        acl invoked path,word(4,/) -m str invoke
        acl stateless path,word(9,/) -m str -- -
        stick on path,word(9,/) if invoked !stateless
        stick store-response res.hdr(x-wf-ejb-jbmar-session-id)
      """;

  private HaproxyConfiguration() {}

  /**
   * The configuration's text.
   *
   * @param balancer policy, stickiness, limits
   * @param backends the servers: those of each partition, if there are several
   * @param health readiness check of the servers
   * @param requestTimeoutMillis timeout of the clients' requests, in milliseconds
   * @param keepAlive whether connections, to clients and to servers, are kept for further requests
   */
  static String text(
      BalancerSpec balancer,
      List<HaproxyBackend> backends,
      HealthCheck health,
      int requestTimeoutMillis,
      boolean keepAlive) {
    return TEMPLATE
        .replace("%(threads)", "" + Quantities.wholeCores(balancer.cpu()))
        .replace("%(connections)", "" + connections(balancer))
        .replace("%(timeout)", "" + (requestTimeoutMillis + LONGER_THAN_CLIENTS_MILLIS))
        .replace("%(queueTimeout)", "" + balancer.queueTimeoutMillis())
        .replace("%(close)", keepAlive ? "" : "  option httpclose\n")
        .replace("%(log)", Boolean.TRUE.equals(balancer.requestLog()) ? REQUEST_LOG : "")
        .replace("%(routes)", HaproxyBackend.routes(backends))
        .replace("%(missing)", lines(backends, HaproxyConfiguration::missing))
        .replace(
            "%(backends)",
            backends.stream()
                .map(backend -> requests(balancer, backend, health))
                .collect(Collectors.joining("\n")))
        .concat(lines(backends, one -> one.isCalled() ? calls(balancer, one) : ""));
  }

  private static String lines(
      List<HaproxyBackend> backends, Function<HaproxyBackend, String> line) {
    return backends.stream().map(line).collect(Collectors.joining());
  }

  /** The balancer is ready if no section misses a server. */
  private static String missing(HaproxyBackend backend) {
    return "  acl servers_missing nbsrv(%s) lt %d\n"
        .formatted(backend.name(), backend.pods().size());
  }

  private static String requests(
      BalancerSpec balancer, HaproxyBackend backend, HealthCheck health) {
    return BACKEND
        .replace("%(name)", backend.name())
        .replace("%(policy)", algorithm(balancer.policy()))
        .replace("%(clients)", keepsClients(balancer) ? CLIENTS : "")
        .replace("%(cookie)", cookie(balancer, backend))
        .replace("%(readyPath)", health.path())
        .replace("%(readyPort)", "" + health.port())
        .replace("%(requests)", "" + balancer.maxRequestsPerServer())
        .replace("%(queue)", queue(balancer))
        .replace("%(agent)", agent(balancer))
        .replace(
            "%(serverLines)",
            serverLines(
                backend,
                (number, pod) ->
                    weight(balancer, number) + (balancer.sticky() ? " cookie " + pod : "")));
  }

  private static String calls(BalancerSpec balancer, HaproxyBackend backend) {
    return CALLS
        .replace("%(name)", backend.callsName())
        .replace("%(policy)", algorithm(balancer.policy()))
        .replace("%(beans)", balancer.sticky() && backend.keepsBeans() ? BEANS : "")
        .replace("%(requests)", "" + balancer.maxRequestsPerServer())
        .replace(
            "%(serverLines)",
            serverLines(backend, (number, pod) -> " track " + backend.name() + "/" + pod));
  }

  private static long connections(BalancerSpec balancer) {
    return Math.max(100, Quantities.mebibytes(balancer.memory()) * 1024 / KIBIBYTES_A_CONNECTION);
  }

  private static String algorithm(BalancingPolicy policy) {
    return switch (policy) {
      // Of load-aware, the servers' agents change the weights.
      case ROUND_ROBIN, LOAD_AWARE -> "roundrobin";
      case LEAST_CONNECTIONS -> "leastconn";
      // Choose one server at random: with two, the default, HAProxy would use the less loaded one.
      case RANDOM, FIRST_AVAILABLE -> "random(1)";
      case NONE -> throw new IllegalStateException("there is no balancer");
    };
  }

  private static boolean keepsClients(BalancerSpec balancer) {
    return balancer.policy() == BalancingPolicy.FIRST_AVAILABLE;
  }

  /**
   * Asks each server for its weight, in percent of the configured one. An agent that does not
   * answer leaves its last weight in force; it is a part of its server, whose health check then
   * fails.
   */
  private static String agent(BalancerSpec balancer) {
    return balancer.policy() == BalancingPolicy.LOAD_AWARE
        ? " agent-check agent-inter 1s agent-port " + LoadAgent.PORT
        : "";
  }

  /** In HAProxy's range, up to 256; none where all are alike. */
  private static String weight(BalancerSpec balancer, int server) {
    boolean loadAware = balancer.policy() == BalancingPolicy.LOAD_AWARE;
    List<Integer> weights = balancer.weights() == null ? List.of() : balancer.weights();
    if (weights.isEmpty()) {
      return loadAware ? " weight " + WHOLE_WEIGHT : "";
    }
    int own = balancer.weightOf(server);
    int largest = Math.max(1, Collections.max(weights));
    return " weight "
        + (loadAware ? Math.max(1, Math.round((float) WHOLE_WEIGHT * own / largest)) : own);
  }

  // A server may redirect a client to another one, as the portal does if that owns the data.
  private static String cookie(BalancerSpec balancer, HaproxyBackend backend) {
    return balancer.sticky()
        ? "  cookie %s insert indirect preserve nocache httponly\n".formatted(backend.cookie())
        : "";
  }

  /**
   * A session's request waits for its server, whatever the others do: redispatching only helps
   * requests whose server cannot be connected to. Only a full queue sends it to another server.
   */
  private static String queue(BalancerSpec balancer) {
    return balancer.sticky() && balancer.maxQueuePerServer() != null
        ? " maxqueue " + balancer.maxQueuePerServer()
        : "";
  }

  private static String serverLines(
      HaproxyBackend backend, BiFunction<Integer, String, String> options) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < backend.pods().size(); i++) {
      String pod = backend.pods().get(i);
      lines
          .append("  server %s %s.%s:8080".formatted(pod, pod, backend.address()))
          .append(options.apply(i, pod))
          .append("\n");
    }
    return lines.toString();
  }
}
