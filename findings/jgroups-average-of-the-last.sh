#!/usr/bin/env bash
# JGroups merges averages by writing the samples of the other to random places over its own. What was merged before is overwritten: the
# result is nearly that of the last, however many there are. Of eight members seven measured 1 ms and one 9 ms, each the same number of
# times: the mean is 2 ms, and the merged average is about 6 ms if the slow member comes last, and 1 ms if it comes first. The minimum and
# the maximum beside it are right.
set -euo pipefail
version=5.5.2.Final
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.jgroups:jgroups:$version -DoutputDirectory="$folder"
cat >Probe.java <<'JAVA'
import java.util.concurrent.TimeUnit;
import org.jgroups.util.AverageMinMax;

class Probe {
  static final int MEMBERS = 8;
  static final int SAMPLES = 100_000;
  static final long QUICK = TimeUnit.MILLISECONDS.toNanos(1);
  static final long SLOW = TimeUnit.MILLISECONDS.toNanos(9);

  public static void main(String[] arguments) {
    System.out.printf("%d members measured %d times 1 ms, one as often 9 ms: mean %.2f ms%n", MEMBERS - 1, SAMPLES, millis((MEMBERS - 1.0) * QUICK + SLOW) / MEMBERS);
    double last = merged(MEMBERS - 1);
    double first = merged(0);
    System.exit(last > 4 && first < 1.5 ? 0 : 1);
  }

  /** Merges all members into one average, which is that of eight times as many. */
  static double merged(int slowOne) {
    AverageMinMax all = new AverageMinMax().unit(TimeUnit.NANOSECONDS);
    for (int member = 0; member < MEMBERS; member++) {
      all.merge(measured(member == slowOne ? SLOW : QUICK));
    }
    System.out.printf("merged, the slow one as number %d: average %.2f ms, min %.0f ms, max %.0f ms%n",
        slowOne + 1, millis(all.average()), millis(all.min()), millis(all.max()));
    return millis(all.average());
  }

  static AverageMinMax measured(long nanos) {
    AverageMinMax times = new AverageMinMax().unit(TimeUnit.NANOSECONDS);
    for (int i = 0; i < SAMPLES; i++) {
      times.add(nanos);
    }
    return times;
  }

  static double millis(double nanos) {
    return nanos / TimeUnit.MILLISECONDS.toNanos(1);
  }
}
JAVA
echo "org.jgroups:jgroups $version"
java -cp "jgroups-$version.jar" Probe.java || { echo "CHANGED: the average was expected to depend on which member comes last"; exit 1; }
echo "AS SEEN: the average of eight members depends on which of them is merged last"
