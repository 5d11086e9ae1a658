package dev.scalelab.benchmark.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A proxy between a server and its database, which forwards everything; it can hold a statement,
 * which then does not reach the database.
 */
public final class DatabaseProxy implements AutoCloseable {

  private final ServerSocket listener;
  private final int databasePort;
  private final List<Socket> held = new CopyOnWriteArrayList<>();
  private volatile String statement;
  private volatile CompletableFuture<Void> seen = new CompletableFuture<>();

  /** A proxy for the database server at this port of the loopback interface. */
  public DatabaseProxy(int databasePort) throws IOException {
    this.databasePort = databasePort;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** The port to which a server must connect. */
  public int port() {
    return listener.getLocalPort();
  }

  /** From now on holds statements that contain this text. */
  public void holdAt(String text) {
    seen = new CompletableFuture<>();
    statement = text;
  }

  /** Waits until a statement is held. */
  public void awaitHeld(Duration atMost) throws Exception {
    seen.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Drops held statements, with their connections, and stops holding. */
  public void release() throws IOException {
    statement = null;
    for (Socket socket : held) {
      socket.close();
    }
    held.clear();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket database = new Socket(InetAddress.getLoopbackAddress(), databasePort);
        start(() -> pump(client, database, true));
        start(() -> pump(database, client, false));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private void pump(Socket from, Socket to, boolean holds) {
    byte[] buffer = new byte[65_536];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        String text = statement;
        if (holds
            && text != null
            && new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(text)) {
          held.add(from);
          held.add(to);
          seen.complete(null);
          return;
        }
        out.write(buffer, 0, read);
      }
      to.close();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is not used any more in either case.
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "database-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    release();
    listener.close();
  }
}
