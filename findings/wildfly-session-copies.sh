#!/usr/bin/env bash
# What WildFly copies to another server, and when. A call of a stateful bean that only reads sends all of its state like one that writes,
# and runs @PrePassivate each time; reading a mutable attribute of a web session sends as much as writing it, an immutable one is not sent
# again. A request is answered before its web session is copied: if the server dies between the two, a change that was acknowledged with
# 200 is gone. A bean is copied before the answer.
#
# Two servers of standalone-ha.xml on loopback addresses. The bytes are WildFly's own count, jgroups_sent_bytes. The moment between answer
# and copy is made long with an attribute whose serialization takes two seconds.
# With job control each server has a process group of its own: its launcher and its Java.
set -euom pipefail
version=39.0.1.Final
folder=$(mktemp -d)
pids=()
# shellcheck disable=SC2317 # called by the trap
end() {
  # Bash reports that they were killed.
  exec 2>/dev/null
  for pid in "${pids[@]}"; do kill -9 -- "-$pid" || true; done
  wait || true
  rm -rf "$folder"
}
trap end EXIT
cd "$folder"
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
  -Dartifact=org.wildfly:wildfly-dist:$version:zip -DoutputDirectory="$folder"
home=$folder/wildfly-$version
mkdir -p classes war/WEB-INF/classes
cat >State.java <<'JAVA'
package findings;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class State implements Serializable {
  public byte[] bytes = new byte[20_000];
  public int changes;
  public boolean slow;

  private void writeObject(ObjectOutputStream out) throws IOException {
    if (slow) {
      try {
        Thread.sleep(2000);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    out.defaultWriteObject();
  }
}
JAVA
cat >Bean.java <<'JAVA'
package findings;

import jakarta.ejb.PrePassivate;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

@Stateful
public class Bean implements Serializable {
  public static final AtomicInteger PASSIVATED = new AtomicInteger();
  private final State state = new State();

  public int read() {
    return state.changes;
  }

  public int write(boolean slow) {
    state.slow = slow;
    return ++state.changes;
  }

  @PrePassivate
  public void passivate() {
    PASSIVATED.incrementAndGet();
  }
}
JAVA
cat >App.java <<'JAVA'
package findings;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

@WebServlet("/*")
public class App extends HttpServlet {
  private static Bean bean;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.getWriter().print(answer(request));
  }

  private static int answer(HttpServletRequest request) {
    switch (request.getPathInfo()) {
      case "/bean/read":
        return bean().read();
      case "/bean/write":
        return bean().write(false);
      case "/bean/slow":
        return bean().write(true);
      case "/bean/passivated":
        return Bean.PASSIVATED.get();
      case "/text/read":
        return ((String) request.getSession().getAttribute("text")).length();
      case "/text/write":
        request.getSession().setAttribute("text", "x".repeat(20_000));
        return 0;
      case "/state/read":
        return state(request.getSession()).changes;
      case "/state/slow":
        return write(request.getSession(), true);
      case "/state/write":
        return write(request.getSession(), false);
      default:
        return -1;
    }
  }

  private static State state(HttpSession session) {
    State state = (State) session.getAttribute("state");
    return state == null ? new State() : state;
  }

  private static int write(HttpSession session, boolean slow) {
    State state = state(session);
    state.slow = slow;
    state.changes++;
    session.setAttribute("state", state);
    return state.changes;
  }

  private static synchronized Bean bean() {
    try {
      return bean = bean == null ? (Bean) new InitialContext().lookup("java:module/Bean") : bean;
    } catch (NamingException e) {
      throw new IllegalStateException(e);
    }
  }
}
JAVA
api=$(find "$home/modules/system/layers/base/jakarta" -name 'jakarta.servlet-api-*.jar' -o -name 'jakarta.ejb-api-*.jar' | paste -sd:)
javac -cp "$api" -d war/WEB-INF/classes State.java Bean.java App.java
echo '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><distributable/></web-app>' >war/WEB-INF/web.xml
jar --create --file "$home/standalone/deployments/app.war" -C war .
cat >configure.cli <<CLI
embed-server --server-config=standalone-ha.xml
/subsystem=jgroups/stack=tcp/protocol=MPING:remove
/subsystem=jgroups/stack=tcp/protocol=FILE_PING:add(add-index=0,properties={location="$folder/members"})
/subsystem=jgroups/stack=tcp:write-attribute(name=statistics-enabled,value=true)
/subsystem=jgroups/channel=ee:write-attribute(name=stack,value=tcp)
/subsystem=jgroups/channel=ee:write-attribute(name=statistics-enabled,value=true)
stop-embedded-server
CLI
JBOSS_HOME=$home "$home/bin/jboss-cli.sh" --file=configure.cli >configure.log || { cat configure.log; exit 1; }
for number in 1 2; do
  cp -r "$home/standalone" "$folder/server$number"
  address=127.99.0.$number
  JAVA_OPTS="-Xmx256m -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true" \
    "$home/bin/standalone.sh" -c standalone-ha.xml -b "$address" -bmanagement "$address" -bprivate "$address" \
    -Djboss.server.base.dir="$folder/server$number" -Djboss.node.name="server$number" -Djboss.socket.binding.port-offset=21000 \
    >"$folder/console$number" 2>&1 &
  pids+=($!)
  for ((seconds = 0; seconds < 300; seconds++)); do
    if grep -q WFLYSRV0025 "console$number"; then break; fi
    sleep 1
  done
done
cat >Probe.java <<'JAVA'
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

class Probe {
  static final String FIRST = "127.99.0.1";
  static final String SECOND = "127.99.0.2";
  static final int REQUESTS = 20;
  static final HttpClient CLIENT = HttpClient.newHttpClient();
  static String session = "";
  static boolean asSeen = true;

  public static void main(String[] arguments) throws Exception {
    awaitCluster();
    say("first requests: " + get(FIRST, "/bean/write") + get(FIRST, "/state/write") + get(FIRST, "/text/write"));
    double beanWrite = sent("/bean/write");
    int passivated = Integer.parseInt(get(FIRST, "/bean/passivated"));
    double beanRead = sent("/bean/read");
    int passivatedByReading = Integer.parseInt(get(FIRST, "/bean/passivated")) - passivated;
    session = "";
    get(FIRST, "/state/write");
    double stateWrite = sent("/state/write");
    double stateRead = sent("/state/read");
    session = "";
    get(FIRST, "/text/write");
    double textWrite = sent("/text/write");
    double textRead = sent("/text/read");
    say("bytes sent to the other server for a request; the state has 20,000");
    System.out.printf("  stateful bean:               write %,.0f, read %,.0f%n", beanWrite, beanRead);
    System.out.printf("  session attribute, mutable:   write %,.0f, read %,.0f%n", stateWrite, stateRead);
    System.out.printf("  session attribute, a String:  write %,.0f, read %,.0f%n", textWrite, textRead);
    System.out.printf("@PrePassivate during %d calls that read: %d times%n", REQUESTS, passivatedByReading);
    asSeen &= beanRead > 20_000 && beanRead > 0.9 * beanWrite;
    asSeen &= stateRead > 20_000 && stateRead > 0.9 * stateWrite;
    asSeen &= textWrite > 20_000 && textRead < 5_000;
    asSeen &= passivatedByReading == REQUESTS;

    say("a change whose serialization takes 2 s, in the bean: answered after " + millis("/bean/slow") + " ms");
    asSeen &= lastMillis >= 2000;
    session = "";
    get(FIRST, "/state/write");
    Thread.sleep(1000);
    say("the same in the web session: answered after " + millis("/state/slow") + " ms with " + lastAnswer + " changes");
    asSeen &= lastMillis < 1000 && lastAnswer.equals("2");
    // The server's Java, and not only its launcher.
    long pid = ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().orElse("").contains(Path.of("server1").toAbsolutePath().toString()))
        .filter(p -> p.info().command().orElse("").endsWith("java")).findFirst().orElseThrow().pid();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    Thread.sleep(3000);
    String left = get(SECOND, "/state/read");
    say("the server is killed at once; the other one has the session with " + left + " change");
    asSeen &= left.equals("1");
    System.exit(asSeen ? 0 : 1);
  }

  static long lastMillis;
  static String lastAnswer;

  static long millis(String path) throws Exception {
    long begin = System.nanoTime();
    lastAnswer = get(FIRST, path);
    return lastMillis = (System.nanoTime() - begin) / 1_000_000;
  }

  static double sent(String path) throws Exception {
    Thread.sleep(500);
    double before = counted();
    for (int i = 0; i < REQUESTS; i++) {
      get(FIRST, path);
    }
    Thread.sleep(500);
    return (counted() - before) / REQUESTS;
  }

  static double counted() throws Exception {
    return metric("wildfly_jgroups_sent_bytes").orElseThrow();
  }

  static Optional<Double> metric(String name) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + FIRST + ":30990/metrics")).build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body().lines()
        .filter(line -> line.startsWith(name) && line.contains("channel=\"ee\""))
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).findFirst();
  }

  static String get(String server, String path) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + server + ":29080/app" + path));
    if (!session.isEmpty()) {
      request.header("Cookie", session);
    }
    HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    response.headers().allValues("Set-Cookie").forEach(set -> session = set.substring(0, set.indexOf(';')));
    if (response.statusCode() != 200) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  static void awaitCluster() throws Exception {
    for (int seconds = 0; seconds < 60; seconds++) {
      Thread.sleep(1000);
      if (Files.readString(Path.of("console1")).contains("members [server1, server2]")) {
        return;
      }
    }
    System.out.println("no result: the servers are not in one cluster");
    System.exit(2);
  }

  static void say(String line) {
    System.out.println(line);
  }
}
JAVA
echo "org.wildfly:wildfly-dist $version"
result=0
java Probe.java || result=$?
if [ "$result" != 0 ]; then
  for number in 1 2; do grep -E ' (ERROR|WARN) ' "console$number" | tail -3 || true; done
  [ "$result" = 2 ] || echo "CHANGED: see above"
  exit "$result"
fi
echo "AS SEEN: reading sends what writing sends, and the answer comes before the copy of the web session"
