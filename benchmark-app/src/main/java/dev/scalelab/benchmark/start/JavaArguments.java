package dev.scalelab.benchmark.start;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The arguments of the server's Java virtual machine, and its file of them. */
final class JavaArguments {
  private static final Pattern COLLECTOR =
      Pattern.compile("-XX:[+]Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");

  /** A transaction manager's name has at most 23 bytes. */
  private static final int LONGEST_NODE = 23;

  /**
   * A server has about 30 MB of compiled code and more of class metadata in the end. With Java's
   * default thresholds their growth triggers a full collection of the heap every few MB: a fifth of
   * a second of CPU time each, a whole second on a fraction of a core.
   */
  private static final List<String> ALWAYS =
      List.of(
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:MetaspaceSize=192m",
          "-XX:ReservedCodeCacheSize=240m",
          "-Djava.net.preferIPv4Stack=true",
          "-Djava.awt.headless=true",
          "-Dsun.net.inetaddr.ttl=5",
          "-Dsun.net.inetaddr.negative.ttl=1",
          "--enable-native-access=ALL-UNNAMED",
          "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
          "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.security=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.management/javax.management=ALL-UNNAMED",
          "--add-opens=java.naming/javax.naming=ALL-UNNAMED",
          "-Dorg.wildfly.sigterm.suspend.timeout=3");

  /**
   * Three of four full collections leave dead objects where they are, up to 5 % of the old
   * generation (Serial and G1): what a screen of the heap would take for a leak.
   */
  private static final String NOTHING_DEAD = "-XX:MarkSweepDeadRatio=0";

  private JavaArguments() {}

  /** All of them, in the order in which Java reads them: JAVA_OPTS are the image's. */
  static List<String> of(ServerEnvironment environment, List<String> properties) {
    List<String> given = words(environment.get(Setting.JAVA_OPTS));
    List<String> appended = words(environment.get(Setting.JAVA_OPTS_APPEND));
    String wildfly = environment.get(Setting.WILDFLY_HOME);
    String base = environment.get(Setting.SERVER_DIR);
    String pod = environment.get(Setting.POD_NAME);

    List<String> arguments = new ArrayList<>(given);
    arguments.add("-Xms" + environment.get(Setting.HEAP));
    arguments.add("-Xmx" + environment.get(Setting.HEAP));
    if (!hasCollector(given) && !hasCollector(appended)) {
      arguments.add("-XX:+Use" + collector(environment) + "GC");
    }
    if (!environment.get(Setting.NEW_RATIO).isEmpty()) {
      arguments.add("-XX:NewRatio=" + environment.get(Setting.NEW_RATIO));
    }
    if (Boolean.parseBoolean(environment.get(Setting.SCREEN_HEAP))) {
      arguments.add(NOTHING_DEAD);
    }
    arguments.add("-XX:ActiveProcessorCount=" + environment.get(Setting.ACTIVE_PROCESSORS));
    arguments.addAll(ALWAYS);
    arguments.add("-Dlogging.configuration=file:" + base + "/configuration/logging.properties");
    arguments.add("-Djboss.node.name=" + pod);
    arguments.add("-Djboss.tx.node.id=" + node(pod));
    arguments.add("-Djboss.home.dir=" + wildfly);
    arguments.add("-Djboss.server.base.dir=" + base);
    properties.forEach(property -> arguments.add("-D" + property));
    arguments.addAll(appended);
    arguments.addAll(List.of("-jar", wildfly + "/jboss-modules.jar"));
    arguments.addAll(List.of("-mp", wildfly + "/modules", "org.jboss.as.standalone"));
    return arguments;
  }

  /** The name for the transaction manager: pods differ in the end of their names, the number. */
  static String node(String pod) {
    return pod.substring(Math.max(0, pod.length() - LONGEST_NODE));
  }

  /** A file of them as Java reads it, one in a line: a quoted argument is taken as it is. */
  static String file(List<String> arguments) {
    StringBuilder file = new StringBuilder();
    for (String argument : arguments) {
      file.append('"').append(argument.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
    }
    return file.toString();
  }

  /** Options are separated by white space, and passed unchanged. */
  private static List<String> words(String options) {
    List<String> words = new ArrayList<>(List.of(options.split("[ \t\n]+")));
    words.removeIf(String::isEmpty);
    return words;
  }

  private static String collector(ServerEnvironment environment) {
    String collector = environment.get(Setting.COLLECTOR);
    if (!collector.isEmpty()) {
      return collector;
    }
    return environment.get(Setting.ACTIVE_PROCESSORS).equals("1") ? "Serial" : "G1";
  }

  /** A garbage collector in the options takes the place of ours: Java does not start with two. */
  private static boolean hasCollector(List<String> options) {
    return options.stream().anyMatch(option -> COLLECTOR.matcher(option).matches());
  }
}
