#!/usr/bin/env bash
# Commons Math has no Clopper-Pearson interval for a run without failure, or one where everything failed: it throws "degrees of freedom
# (0)". The interval exists (0 to 1 - (α/2)^(1/n); for one failed request of ten thousand it is given), and the run without failure is
# where a bound of the error rate is wanted most. Commons Statistics, which replaces that part of Commons Math, gives it.
set -euo pipefail
version=3.6.1
successor=1.2
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
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-math3</artifactId><version>$version</version></dependency>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-statistics-interval</artifactId><version>$successor</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import org.apache.commons.math3.exception.NotStrictlyPositiveException;
import org.apache.commons.math3.stat.interval.ClopperPearsonInterval;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;

class Probe {
  static final int REQUESTS = 10_000;

  public static void main(String[] arguments) {
    boolean asSeen = Double.isNaN(upper(0)) & upper(1) > 0 & Double.isNaN(upper(REQUESTS));
    double formula = 1 - Math.pow(0.025, 1.0 / REQUESTS);
    double successor = BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(REQUESTS, 0, 0.05).getUpperBound();
    System.out.printf("    0 of %d failed: at most %.6f by the formula, %.6f by Commons Statistics%n", REQUESTS, formula, successor);
    System.exit(asSeen && Math.abs(successor - formula) < 1e-9 ? 0 : 1);
  }

  /** Upper end of the 95 % interval of the error rate, NaN if there is none. */
  static double upper(int failures) {
    try {
      double upper = new ClopperPearsonInterval().createInterval(REQUESTS, failures, 0.95).getUpperBound();
      System.out.printf("%5d of %d failed: at most %.6f by Commons Math%n", failures, REQUESTS, upper);
      return upper;
    } catch (NotStrictlyPositiveException e) {
      System.out.printf("%5d of %d failed: Commons Math throws \"%s\"%n", failures, REQUESTS, e.getMessage());
      return Double.NaN;
    }
  }
}
JAVA
echo "org.apache.commons:commons-math3 $version, org.apache.commons:commons-statistics-interval $successor"
java -cp "$(cat classpath)" Probe.java || { echo "CHANGED: Commons Math was expected to throw without a failure, and when all failed"; exit 1; }
echo "AS SEEN: Commons Math's Clopper-Pearson interval throws for a run without failure"
