#!/usr/bin/env bash
# The statistics of JMeter's HTML report (also in its statistics.json) have the number and mean of all samples, and the percentiles of the
# last 20,000 lines of the file, which the table does not say. The graph of percentiles in the same report is of all. If every tenth
# request takes 3 s but for the last 200 s of a test with 100 requests per second, the 95th percentile is 20 ms in the table and 3 s in the
# graph. If only those of the last 200 s do, 2 % of all, it is 3 s in the table and 20 ms in the graph.
#
# So a test that was slow while caches were cold has the percentiles of its good end, and a comparison of two tests is one of their ends.
# With jmeter.reportgenerator.statistic_window set to the number of samples table and graph agree.
set -euo pipefail
version=5.6.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>probe</groupId>
  <artifactId>probe</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.jmeter</groupId>
      <artifactId>ApacheJMeter_core</artifactId>
      <version>$version</version>
    </dependency>
    <dependency>
      <groupId>org.apache.jmeter</groupId>
      <artifactId>ApacheJMeter_config</artifactId>
      <version>$version</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$folder/lib"
jar xf "lib/ApacheJMeter_config-$version.jar" bin
mkdir lib/ext
mv "lib/ApacheJMeter-$version.jar" bin/ApacheJMeter.jar
mv "lib/ApacheJMeter_core-$version.jar" lib/ext

# writes 100,000 samples, one every 10 ms: every tenth one after the first of these and not after the last takes 3 s, the others 20 ms
results() {
  awk -v first="$2" -v last="$3" 'BEGIN {
    print "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes,grpThreads,allThreads,Latency"
    for (i = 1; i <= 100000; i++) {
      elapsed = i > first && i <= last && i % 10 == 0 ? 3000 : 20
      printf "%.0f,%d,get,200,OK,user 1-1,true,100,1,1,%d\n", 1700000000000 + 10 * i, elapsed, elapsed
    }
  }' >"$1.csv"
}

# prints the 95th and the 99th percentile of the table and of the graph of a report
report() {
  java -Djava.awt.headless=true -Djava.util.prefs.userRoot="$folder" -jar bin/ApacheJMeter.jar "${@:2}" -g "$1.csv" -o "$1" >jmeter.log 2>&1 || { cat jmeter.log >&2; exit 1; }
  awk '/"Total"/ { total = 1 } total && /pct[23]ResTime/ { printf "%d ", $3 } /}/ { total = 0 }' "$1/statistics.json"
  awk '/^var responseTimePercentilesInfos/ { getline; match($0, /\[95\.0, [0-9]+/); printf "%d ", substr($0, RSTART + 7, RLENGTH - 7)
    match($0, /\[99\.0, [0-9]+/); print substr($0, RSTART + 7, RLENGTH - 7) }' "$1/content/js/graph.js"
}

show() {
  awk -F, -v name="$1" 'NR > 1 { n++; slow += $2 > 20 } END { printf "%s: %d of %d requests took 3000 ms, the others 20 ms\n", name, slow, n }' "$1.csv"
  read -r table95 table99 graph95 graph99 <<<"$2"
  echo "  95th and 99th percentile: $table95 and $table99 ms in the table, $graph95 and $graph99 ms in the graph"
}

echo "org.apache.jmeter:ApacheJMeter_core $version"
results slow-at-first 0 80000
results slow-at-last 80000 100000
first=$(report slow-at-first)
show slow-at-first "$first"
last=$(report slow-at-last)
show slow-at-last "$last"
rm -r slow-at-first
whole=$(report slow-at-first -Jjmeter.reportgenerator.statistic_window=100000)
echo "with a statistic_window of 100000:"
show slow-at-first "$whole"
[[ "$first" == "20 20 3000 3000" && "$last" == "3000 3000 20 3000" && "$whole" == "3000 3000 3000 3000" ]] || { echo "CHANGED: percentiles of the last 20,000 samples were expected in the table, and of all in the graph"; exit 1; }
echo "AS SEEN: one report has 20 ms and 3 s as the same percentile"
