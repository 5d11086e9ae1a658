#!/usr/bin/env bash
# drill's rampup is the "amount of time it will take to start all iterations". It divides the seconds by the number of iterations and drops
# the fraction: with more iterations than seconds there is no ramp-up, a hundred iterations in five seconds start at once; five in nine
# seconds start within four.
#
# The n-th iteration waits n times the quotient, but from the time at which it gets one of the places that concurrency allows. With fewer
# places than iterations it waits for one first, so that the waits add up and the load falls while it should rise: six iterations in six
# seconds with two places start after 0, 1, 2, 4, 6 and 9 seconds. The requests themselves take a few milliseconds.
set -euo pipefail
version=0.9.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cargo install -q --locked --debug --root "$folder" "drill@$version" >build.log 2>&1 || { cat build.log; exit 1; }
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

class Probe {
  static final Queue<Long> ARRIVALS = new ConcurrentLinkedQueue<>();

  public static void main(String[] arguments) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
    server.createContext("/", exchange -> {
      ARRIVALS.add(System.nanoTime());
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    server.start();
    String base = "http://127.0.0.1:" + server.getAddress().getPort();

    boolean right = starts(base, 5, 5, 5).equals(List.of(0L, 1L, 2L, 3L, 4L));
    List<Long> many = starts(base, 5, 100, 100);
    List<Long> few = starts(base, 9, 5, 5);
    List<Long> waiting = starts(base, 6, 6, 2);
    if (!right) {
      throw new IllegalStateException("one start per second was expected if seconds, iterations and places are as many");
    }
    boolean asSeen = many.size() == 100 && many.get(99) == 0 && few.equals(List.of(0L, 1L, 2L, 3L, 4L)) && waiting.equals(List.of(0L, 1L, 2L, 4L, 6L, 9L));
    System.exit(asSeen ? 0 : 1);
  }

  /** Runs drill and returns when the iterations started, in seconds after the first. */
  static List<Long> starts(String base, int rampup, int iterations, int concurrency) throws Exception {
    ARRIVALS.clear();
    Files.writeString(Path.of("benchmark.yml"), """
        base: '%s'
        concurrency: %d
        iterations: %d
        rampup: %d
        plan:
          - name: read
            request:
              url: /
        """.formatted(base, concurrency, iterations, rampup));
    Process drill = new ProcessBuilder("bin/drill", "--benchmark", "benchmark.yml", "--quiet").redirectErrorStream(true).redirectOutput(new File("drill.log")).start();
    if (drill.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(Path.of("drill.log")));
    }
    long first = ARRIVALS.peek();
    List<Long> starts = ARRIVALS.stream().map(nanos -> Math.round((nanos - first) / 1e9)).sorted().toList();
    System.out.printf("%3d iterations in %d s, at most %3d at a time: started after %s s%n", iterations, rampup, concurrency,
        starts.stream().distinct().map(String::valueOf).collect(Collectors.joining(", ")));
    return starts;
  }
}
JAVA
echo "drill $version"
java Probe.java 2>probe.log || { cat probe.log; echo "CHANGED: starts at once, within four of nine seconds, and after more than six were expected"; exit 1; }
echo "AS SEEN: drill's ramp-up is none for more iterations than seconds, and slows down if iterations wait for each other"
