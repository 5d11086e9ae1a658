package dev.scalelab.operator.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback network for servers of tests. */
public final class Ports {
  /** Below the kernel's ephemeral ports, which start at 32768 by default. */
  private static final int FIRST = 10_000;

  private static final int LAST = 29_999;
  private static final int MAX_TRIES = 1000;

  private static int next = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);

  private Ports() {}

  /**
   * A free port, which is returned only once. No connection can get it before the server binds it,
   * unlike a port chosen by the kernel.
   */
  public static synchronized int free() throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      next = next == LAST ? FIRST : next + 1;
      try (ServerSocket socket = new ServerSocket(next, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // In use: try the next one.
      }
    }
    throw new IOException("no port is free on the loopback network");
  }
}
