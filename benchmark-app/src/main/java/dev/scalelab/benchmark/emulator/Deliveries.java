package dev.scalelab.benchmark.emulator;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Delivers orders to the application after a delay, and retries with growing pauses while the
 * application does not accept the delivery.
 */
final class Deliveries implements AutoCloseable {

  // Enough that deliveries waiting for slow responses do not block the others.
  private static final int THREADS = 16;
  private static final int CONNECT_TIMEOUT_MILLIS = 2000;
  // Longer than the application itself waits for a connection to its database.
  private static final int ANSWER_TIMEOUT_MILLIS = 10_000;

  private final Settings settings;
  private final Counts counts;
  private final int answerTimeoutMillis;
  private final Backoff backoff;
  private final ScheduledExecutorService vans = Executors.newScheduledThreadPool(THREADS);

  Deliveries(Settings settings, Counts counts) {
    this(settings, counts, ANSWER_TIMEOUT_MILLIS);
  }

  /**
   * @param answerTimeoutMillis how long the application may take for a response
   */
  Deliveries(Settings settings, Counts counts, int answerTimeoutMillis) {
    this.settings = settings;
    this.counts = counts;
    this.answerTimeoutMillis = answerTimeoutMillis;
    this.backoff = new Backoff(settings.retryMillis(), settings.maxRetryMillis(), settings.seed());
  }

  /** Delivers after a delay. */
  void schedule(UUID number, int delayMillis) {
    later(number, 1, delayMillis);
  }

  private void later(UUID number, int attempt, int delayMillis) {
    vans.schedule(() -> deliver(number, attempt), delayMillis, TimeUnit.MILLISECONDS);
  }

  private void deliver(UUID number, int attempt) {
    int status = post(number);
    if (status / 100 == 2) {
      counts.delivered.increment();
      return;
    }
    counts.failedAttempts.increment();
    if (isForGood(status) || attempt == settings.attempts()) {
      counts.undelivered.increment();
    } else {
      later(number, attempt + 1, backoff.millisAfter(number, attempt));
    }
  }

  /**
   * Whether the application will never accept it: it does not know the order (404), or has recorded
   * that the supplier refused it (409). All other statuses, 4xx or not, are from a server or a
   * balancer that is overloaded or currently unavailable.
   */
  private static boolean isForGood(int status) {
    return status == HttpURLConnection.HTTP_NOT_FOUND || status == HttpURLConnection.HTTP_CONFLICT;
  }

  /** The HTTP status; 0 if there was no response. */
  private int post(UUID number) {
    HttpURLConnection connection = null;
    try {
      URI address = URI.create(settings.deliveryUrl() + "/" + number + "/delivery");
      connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
      connection.setReadTimeout(answerTimeoutMillis);
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      connection.getOutputStream().close();
      return connection.getResponseCode();
    } catch (IOException e) {
      return 0;
    } finally {
      if (connection != null) {
        connection.disconnect();
      }
    }
  }

  @Override
  public void close() {
    vans.shutdownNow();
  }
}
