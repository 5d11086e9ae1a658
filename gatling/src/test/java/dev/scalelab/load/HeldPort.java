package dev.scalelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/**
 * A port of the loopback address that refuses connections until a program that knows its number
 * listens on it. Until this is closed no other program gets it by chance.
 */
public final class HeldPort implements AutoCloseable {
  private final Socket holder = new Socket();

  /** Takes any free port. */
  public HeldPort() {
    try {
      // The program that listens sets the same option, and may bind the port as long as no other
      // listens on it.
      holder.setReuseAddress(true);
      holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** URL of the port. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + holder.getLocalPort());
  }

  @Override
  public void close() throws IOException {
    holder.close();
  }
}
