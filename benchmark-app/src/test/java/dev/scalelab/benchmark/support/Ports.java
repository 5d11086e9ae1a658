package dev.scalelab.benchmark.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback network for servers of tests. */
public final class Ports {

  /** Below the kernel's port range for outgoing connections, which begins at 32768 by default. */
  private static final int FIRST = 10_000;

  private static final int LAST = 29_999;

  /** JGroups also listens on the port after the configured one, or on the next of these. */
  private static final int APART = 10;

  private static final int MOST_TRIES = 1000;

  private static int next = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);

  private Ports() {}

  /**
   * A free port, which is not returned twice. A connection cannot use it before the server binds
   * it, seconds later, as it could use one chosen by the kernel.
   */
  public static synchronized int free(String address) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      next = next + APART > LAST ? FIRST : next + APART;
      try (ServerSocket socket = new ServerSocket(next, 1, InetAddress.getByName(address))) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Try the next one.
      }
    }
    throw new IOException("no port is free on " + address);
  }
}
