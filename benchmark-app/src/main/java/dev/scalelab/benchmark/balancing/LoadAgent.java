package dev.scalelab.benchmark.balancing;

import dev.scalelab.benchmark.settings.AgentSettings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Answers the balancer's question for this server's weight with the protocol of HAProxy's agent
 * check: a line with a percentage for each connection. It never sets the server down or to drain,
 * since only another answer of the right kind would end that: whether the server can work is for
 * its health check.
 */
@Singleton
@Startup
public class LoadAgent {
  private static final Logger LOGGER = Logger.getLogger(LoadAgent.class.getName());

  private ServerSocket socket;
  private CpuLoad load;

  /** Only with the settings of an agent. */
  @PostConstruct
  void start() {
    Optional<AgentSettings> settings = AgentSettings.ofServer();
    if (settings.isEmpty()) {
      return;
    }
    load = new CpuLoad(settings.get().cores(), System.nanoTime(), cpuNanos());
    try {
      socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(settings.get().address(), settings.get().port()));
    } catch (IOException e) {
      throw new UncheckedIOException("load agent at port " + settings.get().port(), e);
    }
    Thread thread = new Thread(this::answer, "load-agent");
    thread.setDaemon(true);
    thread.start();
  }

  @PreDestroy
  void stop() {
    if (socket != null) {
      close(socket);
    }
  }

  /** One connection after another: the balancer asks once a second, and reads only the answer. */
  private void answer() {
    while (!socket.isClosed()) {
      try (Socket balancer = socket.accept()) {
        load.add(System.nanoTime(), cpuNanos());
        // HAProxy ignores an answer without a newline.
        String answer = load.weightPercent() + "%\n";
        balancer.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        if (!socket.isClosed()) {
          LOGGER.log(Level.FINE, "The balancer did not wait for the load", e);
        }
      }
    }
  }

  /** By name: the class of the attribute is not visible to deployments. */
  private static long cpuNanos() {
    try {
      return (Long)
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), "ProcessCpuTime");
    } catch (JMException e) {
      throw new IllegalStateException("Java does not report its CPU time", e);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOGGER.log(Level.FINE, "closing the load agent", e);
    }
  }
}
