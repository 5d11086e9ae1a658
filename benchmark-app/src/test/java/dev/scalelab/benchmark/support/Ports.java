package dev.scalelab.benchmark.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback network for servers of tests. Each process has a block of its own: a server
 * binds its port seconds after it was chosen, and another process must not choose it meanwhile.
 */
public final class Ports {

  /** Below the kernel's port range for outgoing connections, which begins at 32768 by default. */
  private static final int FIRST = 10_000;

  /** Browsers refuse to connect to it: it is that of another protocol. */
  private static final int REFUSED = 10_080;

  private static final int BLOCK = 2_000;
  private static final int BLOCKS = 10;

  /** JGroups also listens on the port after the configured one, or on the next of these. */
  private static final int APART = 10;

  /** The first port of the block, open as long as the process lives. */
  private static final ServerSocket MARK = mark();

  private static int next = MARK.getLocalPort();

  private Ports() {}

  /**
   * A free port, which is not returned twice as long as the block has others. A connection cannot
   * use it before the server binds it, as it could use one chosen by the kernel.
   */
  public static synchronized int free(String address) throws IOException {
    for (int tries = 0; tries < BLOCK / APART; tries++) {
      next = next + APART < MARK.getLocalPort() + BLOCK ? next + APART : MARK.getLocalPort();
      if (next == REFUSED) {
        continue;
      }
      try (ServerSocket socket = new ServerSocket(next, 1, InetAddress.getByName(address))) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Try the next one.
      }
    }
    throw new IOException("no port is free on " + address);
  }

  private static ServerSocket mark() {
    int any = ThreadLocalRandom.current().nextInt(BLOCKS);
    for (int tries = 0; tries < BLOCKS; tries++) {
      int first = FIRST + (any + tries) % BLOCKS * BLOCK;
      try {
        return new ServerSocket(first, 1, InetAddress.getByName("127.0.0.1"));
      } catch (IOException taken) {
        // Another process has this block.
      }
    }
    throw new IllegalStateException("every block of ports is marked by another process");
  }
}
