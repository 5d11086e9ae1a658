#!/usr/bin/env bash
# wrk adds latencies of requests that it never sent to those it measured: for one long response, one more for each time in which a
# request would have come on average. Here one request of some hundreds takes two seconds and all others a fraction of that, yet the
# 90th percentile is above half a second, and the average is far above what was measured. The output does not say so, and wrk is known
# as a tool that does not correct for coordinated omission: corrected once more, or compared with a tool that reports what it measured,
# its figures mislead.
#
# The server counts the requests. wrk is Debian's (seen with 4.1.0 of Debian 12), unpacked into the temporary folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download wrk libluajit-5.1-2 libluajit-5.1-common >download.log 2>&1 || { cat download.log; exit 1; }
for package in *.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libluajit-5.1.so.2' | head -1)")
export LD_LIBRARY_PATH
cat >Probe.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Probe {
  static final int SLOW = 50;
  static final long QUICK_MILLIS = 20;
  static final long SLOW_MILLIS = 2000;

  public static void main(String[] arguments) throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      pause(requests.incrementAndGet() == SLOW ? SLOW_MILLIS : QUICK_MILLIS);
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    server.start();
    Process wrk = new ProcessBuilder("usr/bin/wrk", "--threads", "1", "--connections", "1", "--duration", "10s", "--timeout", "5s",
        "--latency", "http://127.0.0.1:" + server.getAddress().getPort() + "/").redirectErrorStream(true).start();
    String output = new String(wrk.getInputStream().readAllBytes());
    System.out.print(output);
    System.out.printf("server: %d requests, one of them held for %d ms, the others for %d ms%n", requests.get(), SLOW_MILLIS, QUICK_MILLIS);
    Matcher ninety = Pattern.compile("90%\\s+([0-9.]+)(ms|s)").matcher(output);
    double millis = ninety.find() ? Double.parseDouble(ninety.group(1)) * (ninety.group(2).equals("s") ? 1000 : 1) : 0;
    System.exit(requests.get() > 2 * SLOW && millis > 500 ? 0 : 1);
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
JAVA
dpkg-deb -W wrk_*.deb
java Probe.java || { echo "CHANGED: wrk was expected to report a 90th percentile above half a second"; exit 1; }
echo "AS SEEN: one long response of hundreds moves wrk's 90th percentile"
