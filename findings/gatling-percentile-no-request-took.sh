#!/usr/bin/env bash
# Where a quick and a slow group of requests meet, Gatling's percentile is a time that no request took: its t-digest has merged requests
# of both groups into one mean. Of a hundred thousand requests 95.1 % are below 30 ms and the others above one second, and the 95th
# percentile of the report is some hundred milliseconds, a different figure for each order of the same times. An assertion that it is
# below 100 ms fails, although 95.1 % of the requests are.
#
# The times are given to the class that computes the figures of Gatling's report and of its assertions, so that nothing is measured here.
set -euo pipefail
version=3.15.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>probe</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>io.gatling</groupId><artifactId>gatling-charts</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import io.gatling.charts.stats.GeneralStats;
import io.gatling.charts.stats.buffers.GeneralStatsBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class Probe {
  static final int REQUESTS = 100_000;
  static final int QUICK = 95_100;

  public static void main(String[] arguments) {
    List<Integer> times = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      times.add(i < QUICK ? 20 + i % 10 : 1000 + i % 10);
    }
    System.out.printf("%d requests of 20 to 29 ms, %d of 1000 to 1009 ms; 95th percentile: %d ms%n",
        QUICK, REQUESTS - QUICK, times.get(95 * REQUESTS / 100 - 1));
    boolean asSeen = true;
    for (int order = 1; order <= 3; order++) {
      Collections.shuffle(times, new Random(order));
      GeneralStatsBuffer buffer = new GeneralStatsBuffer(60);
      times.forEach(buffer::update);
      GeneralStats stats = buffer.stats().get();
      int reported = (int) stats.percentile().apply(95.0);
      System.out.printf("Gatling, order %d: 95th percentile %d ms, min %d ms, max %d ms, mean %d ms%n",
          order, reported, stats.min(), stats.max(), stats.mean());
      asSeen &= reported > 50 && reported < 950;
    }
    System.exit(asSeen ? 0 : 1);
  }
}
JAVA
echo "io.gatling:gatling-charts $version"
javac -Xlint:none -cp "$(cat classpath)" Probe.java 2>javac.log || { cat javac.log; exit 1; }
java -cp "$(cat classpath):." Probe || { echo "CHANGED: the percentile was expected between the two groups"; exit 1; }
echo "AS SEEN: no request took the 95th percentile, nor a time near it"
