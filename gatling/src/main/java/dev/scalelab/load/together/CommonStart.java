package dev.scalelab.load.together;

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
 * Lets the load generators of a run begin at the same moment: each asks at the {@link Rendezvous}
 * of generator 0, and waits for the moment that it is told.
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
   * The common start of a run; to be made before anything looks a name up.
   *
   * @param progress where it is told what is waited for
   */
  public static CommonStart of(Settings settings, PrintStream progress) {
    if (!settings.generators().share().isWhole()) {
      // Generator 0 may come last: a name that is not known yet must be looked up again.
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
   * Returns when the run begins; at once for a generator that is alone.
   *
   * @throws NotTogetherException naming those that did not come in time
   * @throws IOException if the port of the rendezvous cannot be had
   */
  public void await() throws NotTogetherException, IOException, InterruptedException {
    if (generators == 1) {
      return;
    }
    progress.printf("generator %d of 0 to %d: meets the others%n", generator, generators - 1);
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

  /** In how many milliseconds the run begins; the answer comes when all have asked. */
  private long ask(URI where) throws IOException, NotTogetherException {
    URI uri = where.resolve(Rendezvous.path(run, generator));
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    try {
      connection.setConnectTimeout((int) CONNECT_PATIENCE.toMillis());
      // Generator 0 may have begun to wait later, and answers when its own patience is over.
      connection.setReadTimeout((int) patience.plus(CONNECT_PATIENCE).toMillis());
      boolean told = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      try (InputStream body = told ? connection.getInputStream() : connection.getErrorStream()) {
        String text = body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
        if (!told) {
          throw new NotTogetherException(text);
        }
        return Long.parseLong(text);
      }
    } finally {
      connection.disconnect();
    }
  }
}
