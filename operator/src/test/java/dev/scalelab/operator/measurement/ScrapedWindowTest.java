package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes counters with known growth: the figures of a window of 10 seconds must
 * be within 1 % of it. Each sample has the time of its value, so that a scrape that is late on a
 * busy machine is no error of the figures.
 */
class ScrapedWindowTest {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration SERVER = Duration.ofSeconds(2);
  private static final Duration SLOW_KUBELET = Duration.ofSeconds(11);

  @TempDir static Path folder;

  /** A second after a sample of the servers. */
  private static final Instant START = before(Instant.now(), SERVER).plusSeconds(1);

  /** The load: a low step, a higher one from 10 s on, none from 30 s on. */
  private static final Instant FROM = START.plusSeconds(20);

  private static final Instant TO = FROM.plus(WINDOW);

  /** When a scrape begins, the previous one is stored. */
  private static final CountDownLatch scrapesAfterwards = new CountDownLatch(2);

  private static HttpServer exporter;
  private static RealPrometheus prometheus;
  private static JoinedQueries queries;
  private static WindowQueries window;

  @BeforeAll
  static void measure() throws IOException, InterruptedException {
    RealPrometheus.assumeInstalled();
    exporter = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    exporter.createContext(
        "/metrics",
        exchange -> {
          if (Instant.now().isAfter(TO.plus(SLOW_KUBELET))) {
            scrapesAfterwards.countDown();
          }
          byte[] body = metrics(Instant.now()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    exporter.start();
    String target = "127.0.0.1:" + exporter.getAddress().getPort();
    prometheus =
        RealPrometheus.scraping(
            folder,
            """
            global: {scrape_interval: 1s, scrape_timeout: 1s}
            scrape_configs:
              - job_name: test
                static_configs: [{targets: ["%s"]}]
            """
                .formatted(target));
    boolean scraped = scrapesAfterwards.await(2, TimeUnit.MINUTES);
    assertThat(scraped).as("scrapes after the window").isTrue();
    queries = new JoinedQueries(new PrometheusClient(prometheus.url(), Duration.ofSeconds(10)));
    window = new WindowQueries(queries, FROM, TO);
  }

  @AfterAll
  static void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
    if (exporter != null) {
      exporter.stop(0);
    }
  }

  @Test
  void aCounterThatGrowsSteadilyAllTheTime() {
    assertThat(increase("steady_total")).isCloseTo(steady(TO) - steady(FROM), withinPercentage(1));
  }

  @Test
  void aCounterOfALoadThatRampsUpBeforeTheWindowAndEndsWithIt() {
    assertThat(increase("load_total")).isCloseTo(load(TO) - load(FROM), withinPercentage(1));
  }

  @Test
  void aContainersCounterWithTheKubeletsOwnRareTimestamps() {
    assertThat(increase("container_total"))
        .isCloseTo(steady(TO) - steady(FROM), withinPercentage(1));
  }

  @Test
  void theFunctionsOfPromQlWouldNotDo() {
    String range = "[%ds]".formatted(WINDOW.toSeconds());
    String spread =
        "max_over_time(load_total%1$s) - min_over_time(load_total%1$s)".formatted(range);

    assertThat(value(() -> window.figures(spread))).isLessThan(0.95 * (load(TO) - load(FROM)));
    assertThat(queries.calculate(() -> window.figures("increase(container_total" + range + ")")))
        .isEmpty();
  }

  /** The last and first samples of the window; one of them may be missed. */
  @Test
  void aGaugesHighestAndLowestValues() {
    assertThat(value(() -> window.highest("hour_glass"))).isIn(29.0, 27.0);
    assertThat(value(() -> window.lowest("hour_glass"))).isIn(21.0, 23.0);
  }

  private static double increase(String counter) {
    return value(() -> window.increases(counter + "{job=\"test\"}"));
  }

  private static double value(Supplier<List<Figure>> figures) {
    return queries.calculate(figures).get(0).value();
  }

  private static String metrics(Instant now) {
    Instant server = before(now, SERVER);
    Instant housekeeping = before(now, SLOW_KUBELET);
    return String.format(
        Locale.ROOT,
        "steady_total %f %5$d%nload_total %f %5$d%nhour_glass %f %5$d%ncontainer_total %f %6$d%n",
        steady(server),
        load(server),
        seconds(server),
        steady(housekeeping),
        server.toEpochMilli(),
        housekeeping.toEpochMilli());
  }

  /** The last of the times at which samples are taken. */
  private static Instant before(Instant now, Duration interval) {
    long slot = now.toEpochMilli() / interval.toMillis();
    return Instant.ofEpochMilli(slot * interval.toMillis());
  }

  private static double steady(Instant time) {
    return 10_000 + 250 * seconds(time);
  }

  /** 50 per second, then a ramp of 5 s to 200 per second, then nothing. */
  private static double load(Instant time) {
    double now = Math.min(seconds(time), seconds(TO));
    double ramp = Math.min(5, Math.max(0, now - 10));
    return 50 * now + 150 * (ramp * ramp / 10 + Math.max(0, now - 15));
  }

  private static double seconds(Instant time) {
    return Duration.between(START, time).toMillis() / 1000.0;
  }
}
