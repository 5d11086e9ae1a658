package dev.scalelab.load.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.scalelab.load.HeldPort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Generators that connect to each other within one process. */
@Timeout(120)
class RendezvousTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final ExecutorService generators = Executors.newCachedThreadPool();
  private final HeldPort port = new HeldPort();
  private final URI place = port.url();

  @AfterEach
  void stop() throws IOException {
    generators.shutdownNow();
    port.close();
  }

  @Test
  void allBeginAtTheSameMomentHoweverLateTheLastOneComes() throws Exception {
    List<Future<Long>> begins = new ArrayList<>();
    begins.add(begin(2, 3, place, LONG));
    TimeUnit.MILLISECONDS.sleep(700);
    begins.add(begin(0, 3, place, LONG));
    TimeUnit.MILLISECONDS.sleep(1500);
    long last = System.nanoTime();
    begins.add(begin(1, 3, place, LONG));

    List<Long> moments = new ArrayList<>();
    for (Future<Long> begin : begins) {
      moments.add(begin.get());
    }

    moments.sort(null);
    assertThat(Duration.ofNanos(moments.get(2) - moments.get(0)))
        .as("apart")
        .isLessThan(Duration.ofMillis(1200));
    assertThat(Duration.ofNanos(moments.get(0) - last))
        .as("after the last one came")
        .isBetween(Rendezvous.LEAD.minusMillis(20), Rendezvous.LEAD.plus(Duration.ofSeconds(10)));
  }

  @Test
  void thoseWhoAreThereSayWhoIsMissing() throws Exception {
    Future<Long> first = begin(0, 4, place, SHORT);
    Future<Long> third = begin(2, 4, place, SHORT);

    String missing =
        "of the 4 generators of run small-base-2-r1, these did not connect within 1 s: 1, 3";
    for (Future<Long> generator : List.of(first, third)) {
      assertThat(catchThrowable(generator::get))
          .cause()
          .isInstanceOf(NotTogetherException.class)
          .hasMessage(missing);
    }
  }

  @Test
  void withoutTheFirstNoneStarts() throws Exception {
    assertThatThrownBy(() -> begin(1, 2, place, SHORT).get())
        .cause()
        .isInstanceOf(NotTogetherException.class)
        .hasMessageStartingWith(
            "generator 0 of run small-base-2-r1 did not answer generator 1 at %s within 1 s: "
                .formatted(place))
        .hasMessageContaining("Connection refused");
  }

  @Test
  void aGeneratorOfAnotherRunIsTurnedAwayAndNotCounted() throws Exception {
    try (Rendezvous rendezvous = new Rendezvous(0, "small-base-2-r2", 2, LONG)) {
      URI other = URI.create("http://127.0.0.1:" + rendezvous.port());

      assertThatThrownBy(() -> begin(1, 2, other, LONG).get())
          .cause()
          .isInstanceOf(NotTogetherException.class)
          .hasMessage(
              "generator 0 belongs to run small-base-2-r2 with 2 generators, but the request was"
                  + " for /begin/small-base-2-r1/1");
    }
  }

  @Test
  void aSingleGeneratorDoesNotWait() throws Exception {
    start(0, 1, null, SHORT).await();
  }

  /** The time when that generator started, by the nanosecond clock. */
  private Future<Long> begin(int generator, int of, URI place, Duration patience) {
    return generators.submit(
        () -> {
          start(generator, of, place, patience).await();
          return System.nanoTime();
        });
  }

  private static CommonStart start(int generator, int of, URI place, Duration patience) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new CommonStart("small-base-2-r1", generator, of, place, patience, nowhere);
  }
}
