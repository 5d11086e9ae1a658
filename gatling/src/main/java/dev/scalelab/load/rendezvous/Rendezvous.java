package dev.scalelab.load.rendezvous;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The meeting point of a run's load generators: an HTTP endpoint that delays the response to each
 * until all have connected, and then returns the time in milliseconds until the run begins. Clocks
 * are not compared.
 */
final class Rendezvous implements AutoCloseable {
  /** Long enough for every response to arrive, and for the retry of a lost one. */
  static final Duration LEAD = Duration.ofSeconds(2);

  private static final String PATH = "/begin/";
  private static final int OK = 200;
  private static final int CONFLICT = 409;
  private static final int UNAVAILABLE = 503;

  /** The response to one generator. */
  private record Answer(int status, String text) {}

  private final String run;
  private final int generators;
  private final Duration patience;
  private final long deadlineNanos;
  private final Set<Integer> missing = new TreeSet<>();
  private final HttpServer server;
  private final ExecutorService waiting = Executors.newCachedThreadPool();
  private long beginNanos;

  /**
   * @param port the port that it listens on, on all addresses; 0 means any free port
   * @param run name of the run, which must be the same for all
   * @param generators number of generators
   * @param patience maximum time to wait for all, from now
   * @throws IOException if the port is unavailable
   */
  Rendezvous(int port, String run, int generators, Duration patience) throws IOException {
    this.run = run;
    this.generators = generators;
    this.patience = patience;
    this.deadlineNanos = System.nanoTime() + patience.toNanos();
    for (int generator = 0; generator < generators; generator++) {
      missing.add(generator);
    }
    server = HttpServer.create(new InetSocketAddress(port), 0);
    server.setExecutor(waiting);
    server.createContext(PATH, this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** The path that this generator requests. */
  static String path(String run, int generator) {
    return PATH + run + "/" + generator;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      answer = answer(exchange.getRequestURI().getPath());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer = new Answer(UNAVAILABLE, "generator 0 was stopped");
    }
    byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Answer answer(String path) throws InterruptedException {
    for (int generator = 0; generator < generators; generator++) {
      if (path.equals(path(run, generator))) {
        return come(generator);
      }
    }
    return new Answer(
        CONFLICT,
        "generator 0 belongs to run %s with %d generators, but the request was for %s"
            .formatted(run, generators, path));
  }

  private synchronized Answer come(int generator) throws InterruptedException {
    missing.remove(generator);
    if (missing.isEmpty() && beginNanos == 0) {
      beginNanos = System.nanoTime() + LEAD.toNanos();
      notifyAll();
    }
    for (long left; !missing.isEmpty() && (left = deadlineNanos - System.nanoTime()) > 0; ) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (!missing.isEmpty()) {
      return new Answer(UNAVAILABLE, whoIsMissing());
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(beginNanos - System.nanoTime());
    return millis < 0
        ? new Answer(CONFLICT, "the run has started without generator " + generator)
        : new Answer(OK, Long.toString(millis));
  }

  private synchronized boolean hasBegun() {
    return missing.isEmpty();
  }

  private String whoIsMissing() {
    return "of the %d generators of run %s, these did not connect within %d s: %s"
        .formatted(
            generators,
            run,
            patience.toSeconds(),
            missing.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  /** Lets responses in progress be sent; after the start of the run there are none. */
  @Override
  public void close() {
    server.stop(hasBegun() ? 0 : 1);
    waiting.shutdownNow();
  }
}
