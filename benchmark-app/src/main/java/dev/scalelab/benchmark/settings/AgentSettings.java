package dev.scalelab.benchmark.settings;

import java.util.Map;
import java.util.Optional;

/**
 * Settings of the agent that reports the server's load.
 *
 * @param address the only address on which it answers
 * @param port its port
 * @param cores CPU that the server may use
 */
public record AgentSettings(String address, int port, double cores) {

  /** Those of this server; empty if no balancer asks it. */
  public static Optional<AgentSettings> ofServer() {
    return of(System.getenv());
  }

  static Optional<AgentSettings> of(Map<String, String> environment) {
    String port = environment.get("LOAD_AGENT_PORT");
    return port == null
        ? Optional.empty()
        : Optional.of(
            new AgentSettings(
                environment.getOrDefault("POD_IP", "127.0.0.1"),
                Integer.parseInt(port),
                Double.parseDouble(environment.get("LOAD_AGENT_CORES"))));
  }
}
