#!/usr/bin/env bash
# HdrHistogram's add moves the values of a coarser histogram to the bottom of their buckets: the percentiles of the sum are lower than
# every value that was recorded. Copying, or adding to a histogram with the same number of digits, keeps them.
set -euo pipefail
version=2.2.2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  -Dartifact=org.hdrhistogram:HdrHistogram:$version -DoutputDirectory="$folder"
cat >Probe.java <<'JAVA'
import org.HdrHistogram.Histogram;

class Probe {
  public static void main(String[] arguments) {
    long recorded = 1_003_500;
    Histogram coarse = new Histogram(2);
    coarse.recordValueWithCount(recorded, 1000);
    Histogram sameDigits = new Histogram(2);
    sameDigits.add(coarse);
    Histogram finer = new Histogram(3);
    finer.add(coarse);
    System.out.printf("recorded 1000 times, in µs:              %,d%n", recorded);
    System.out.printf("p95, two digits:                         %,d%n", p95(coarse));
    System.out.printf("p95, added to another with two digits:   %,d%n", p95(sameDigits));
    System.out.printf("p95, added to one with three digits:     %,d%n", p95(finer));
    boolean asSeen = p95(coarse) >= recorded && p95(sameDigits) == p95(coarse) && p95(finer) < recorded;
    System.exit(asSeen ? 0 : 1);
  }

  static long p95(Histogram histogram) {
    return histogram.getValueAtPercentile(95);
  }
}
JAVA
echo "org.hdrhistogram:HdrHistogram $version"
java -cp "HdrHistogram-$version.jar" Probe.java || { echo "CHANGED: the sum keeps what was recorded"; exit 1; }
echo "AS SEEN: the sum's p95 is below every recorded value"
