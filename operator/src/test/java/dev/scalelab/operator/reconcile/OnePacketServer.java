package dev.scalelab.operator.reconcile;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.BinaryOperator;

/**
 * A server of HTTP on loopback. One request per connection, each answered in one packet: the JDK's
 * own server sends two, which costs 40 ms for each of a run's thousand queries.
 */
final class OnePacketServer implements AutoCloseable {
  private final ServerSocket socket;
  private final BinaryOperator<String> answers;

  /**
   * @param answers from a request's path and body to its answer
   */
  OnePacketServer(BinaryOperator<String> answers) {
    this.answers = answers;
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::serve, "one-packet-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Its address. */
  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        InputStream in = new BufferedInputStream(connection.getInputStream());
        String path = line(in).split(" ")[1];
        int length = 0;
        for (String head = line(in); !head.isEmpty(); head = line(in)) {
          if (head.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
            length = Integer.parseInt(head.substring(head.indexOf(':') + 1).strip());
          }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        byte[] answer = answers.apply(path, body).getBytes(StandardCharsets.UTF_8);
        String head =
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                .formatted(answer.length);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        packet.writeBytes(answer);
        connection.getOutputStream().write(packet.toByteArray());
      } catch (IOException e) {
        // The client has disconnected, or the test has ended.
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
