package dev.scalelab.benchmark.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.TestInfo;

/** The metrics that a test {@link Moves}, with their values before its load. */
public final class Moved {

  private static final Duration PATIENCE = Duration.ofSeconds(300);

  private final AppServer server;
  private final Map<String, Double> before = new LinkedHashMap<>();

  private Moved(AppServer server) {
    this.server = server;
  }

  /** Reads the metrics that the test is annotated with. */
  public static Moved before(TestInfo test, AppServer server) throws IOException {
    Moved moved = new Moved(server);
    for (String series : test.getTestMethod().orElseThrow().getAnnotation(Moves.class).value()) {
      moved.before.put(series, server.total(series));
    }
    return moved;
  }

  /** Each has another value than before. */
  public void check() throws IOException {
    for (String series : before.keySet()) {
      assertThat(by(series)).as("change of %s", series).isNotZero();
    }
  }

  /** Each has another value than before at some time while a load is repeated. */
  public void checkDuring(Parallel.Task load) {
    for (String series : before.keySet()) {
      int[] times = {0};
      await(series + " moves")
          .atMost(PATIENCE)
          .until(
              () -> {
                load.run(times[0]++);
                return by(series) != 0;
              });
    }
  }

  /** By how much a series has changed. */
  public double by(String series) throws IOException {
    return server.total(series) - before.get(series);
  }
}
