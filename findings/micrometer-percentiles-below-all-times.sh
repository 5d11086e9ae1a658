#!/usr/bin/env bash
# The percentiles that a Micrometer timer publishes keep one significant digit unless percentilePrecision says otherwise, and they are
# the lower edge of their bucket: a thousand times of 530 ms have a 95th percentile of 520 ms. With one short time among them, the same
# thousand have one above the maximum. The mean and the maximum beside it are exact.
#
# Two servers with the same response times differ by 6 % in such a percentile if only one of them has once answered quickly.
set -euo pipefail
version=1.16.0
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
    <dependency><groupId>io.micrometer</groupId><artifactId>micrometer-core</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

class Probe {
  static final SimpleMeterRegistry REGISTRY = new SimpleMeterRegistry();

  public static void main(String[] arguments) {
    Timer equal = timer("equal").register(REGISTRY);
    Timer mixed = timer("mixed").register(REGISTRY);
    Timer precise = timer("precise").percentilePrecision(3).register(REGISTRY);
    mixed.record(Duration.ofMillis(1));
    for (int i = 0; i < 1000; i++) {
      equal.record(Duration.ofMillis(530));
      mixed.record(Duration.ofMillis(530));
      precise.record(Duration.ofMillis(530));
    }
    print("1000 times of 530 ms", equal);
    print("the same and one of 1 ms", mixed);
    print("1000 times of 530 ms, three digits", precise);
    boolean asSeen = p95(equal) < 522 && p95(mixed) > 530 && Math.abs(p95(precise) - 530) < 1;
    System.exit(asSeen ? 0 : 1);
  }

  static Timer.Builder timer(String name) {
    return Timer.builder(name).publishPercentiles(0.95).distributionStatisticExpiry(Duration.ofHours(1));
  }

  static void print(String name, Timer timer) {
    HistogramSnapshot snapshot = timer.takeSnapshot();
    System.out.printf("%-36s p95 %.1f ms, mean %.1f ms, max %.1f ms%n",
        name, p95(timer), snapshot.mean(TimeUnit.MILLISECONDS), snapshot.max(TimeUnit.MILLISECONDS));
  }

  static double p95(Timer timer) {
    return timer.takeSnapshot().percentileValues()[0].value(TimeUnit.MILLISECONDS);
  }
}
JAVA
echo "io.micrometer:micrometer-core $version"
java -cp "$(cat classpath)" Probe.java 2>&1 || { echo "CHANGED: the p95 was expected below all times, above them after a short one"; exit 1; }
echo "AS SEEN: the timer's p95 is below every recorded time, and above them after one short time"
