package dev.scalelab.load.rendezvous;

import dev.scalelab.load.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Makes the load generators of a run start at the same moment: each sends a request to the {@link
 * Rendezvous} of generator 0, and waits for the time in the response.
 */
public final class CommonStart {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(2);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

  private final String run;
  private final int generator;
  private final int generators;
  private final URI place;
  private final Duration patience;
  private final PrintStream progress;

  CommonStart(
      String run,
      int generator,
      int generators,
      URI place,
      Duration patience,
      PrintStream progress) {
    this.run = run;
    this.generator = generator;
    this.generators = generators;
    this.place = place;
    this.patience = patience;
    this.progress = progress;
  }

  /**
   * The common start of a run; must be created before any name is resolved.
   *
   * @param progress output for the user
   */
  public static CommonStart of(Settings settings, PrintStream progress) {
    if (!settings.generators().share().isWhole()) {
      // Generator 0 may start last: a name that cannot be resolved yet must be looked up again.
      Security.setProperty("networkaddress.cache.negative.ttl", "0");
    }
    return new CommonStart(
        settings.run().name(),
        settings.generators().share().number(),
        settings.generators().share().parts(),
        settings.generators().together(),
        Duration.ofSeconds(settings.generators().togetherSeconds()),
        progress);
  }

  /**
   * Returns when the run begins; immediately for a single generator.
   *
   * @throws NotTogetherException with those that did not connect in time
   * @throws IOException if the port of the rendezvous is unavailable
   */
  public void await() throws NotTogetherException, IOException, InterruptedException {
    if (generators == 1) {
      return;
    }
    progress.printf(
        "generator %d of 0 to %d: waiting for the other generators%n", generator, generators - 1);
    if (generator > 0) {
      meetAt(place);
      return;
    }
    try (Rendezvous rendezvous = new Rendezvous(place.getPort(), run, generators, patience)) {
      meetAt(URI.create("http://127.0.0.1:" + rendezvous.port()));
    }
  }

  private void meetAt(URI where) throws NotTogetherException, InterruptedException {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        long millis = ask(where);
        TimeUnit.MILLISECONDS.sleep(millis);
        return;
      } catch (IOException e) {
        if (System.nanoTime() >= deadlineNanos) {
          throw new NotTogetherException(
              "generator 0 of run %s did not answer generator %d at %s within %d s: %s"
                  .formatted(run, generator, where, patience.toSeconds(), e));
        }
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_TRIES.toMillis());
    }
  }

  /**
   * The time in milliseconds until the run begins; the response arrives when all have connected.
   */
  private long ask(URI where) throws IOException, NotTogetherException {
    URI uri = where.resolve(Rendezvous.path(run, generator));
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    try {
      connection.setConnectTimeout((int) CONNECT_PATIENCE.toMillis());
      // Generator 0 may have started to wait later, and responds when its own timeout is over.
      connection.setReadTimeout((int) patience.plus(CONNECT_PATIENCE).toMillis());
      boolean ok = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      try (InputStream body = ok ? connection.getInputStream() : connection.getErrorStream()) {
        String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
        if (!ok) {
          throw new NotTogetherException(text);
        }
        return Long.parseLong(text);
      }
    } finally {
      connection.disconnect();
    }
  }
}
