#!/usr/bin/env bash
# fabric8's kube-api-test reads the environment variable KUBE_API_TEST_OFFLINE_MODE, but if it is set the configuration cannot be
# built: the text of the variable is cast to Boolean. Only the builder's method works.
set -euo pipefail
version=7.5.2
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
    <dependency><groupId>io.fabric8</groupId><artifactId>kube-api-test</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >Probe.java <<'JAVA'
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;

class Probe {
  public static void main(String[] arguments) {
    boolean byMethod = arguments.length > 0;
    KubeAPIServerConfigBuilder builder = KubeAPIServerConfigBuilder.anAPIServerConfig();
    try {
      System.out.println("offline: " + (byMethod ? builder.withOfflineMode(true) : builder).build().isOfflineMode());
    } catch (RuntimeException e) {
      System.out.println(e);
    }
  }
}
JAVA
javac -cp "$(cat classpath)" Probe.java
probe() { java -cp "$(cat classpath):." Probe "$@" 2>/dev/null; }
echo "io.fabric8:kube-api-test $version"
echo "--- withOfflineMode(true):"
probe method | tee method
echo "--- KUBE_API_TEST_OFFLINE_MODE=true:"
KUBE_API_TEST_OFFLINE_MODE=true probe | tee variable
if ! grep -qx 'offline: true' method || ! grep -q 'ClassCastException' variable; then
  echo "CHANGED: true by the method and a ClassCastException by the variable were expected"
  exit 1
fi
echo "AS SEEN: the variable cannot be used"
