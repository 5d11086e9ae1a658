package dev.scalelab.benchmark.support;

import dev.scalelab.benchmark.start.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** What the start needs of an image: the application, a configuration, programs and a server. */
public final class ServerLayout {
  private static final List<String> CLASSES =
      List.of(
          "ecperf/X.class",
          "bookstore/X.class",
          "cart/X.class",
          "cells/X.class",
          "portal/X.class",
          "metrics/ClusterMetrics.class");

  /** As the server writes it, with one element of each kind that a start may remove. */
  private static final String CONFIGURATION =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <server xmlns="urn:jboss:domain:community:20.0">
        <extensions>
          <extension module="org.jboss.as.ejb3"/>
          <extension module="org.wildfly.extension.messaging-activemq"/>
        </extensions>
        <profile>
          <subsystem xmlns="urn:jboss:domain:ejb3:10.0">
            <session-bean>
              <stateless>
                <bean-instance-pool-ref pool-name="stateless"/>
              </stateless>
            </session-bean>
            <pools><bean-instance-pools><strict-max-pool name="stateless"/></bean-instance-pools></pools>
            <statistics enabled="true"/>
          </subsystem>
          <subsystem xmlns="urn:jboss:domain:ee:6.0">
            <concurrent><managed-executor-services>
              <managed-executor-service name="beans"/>
              <managed-executor-service name="default"/>
            </managed-executor-services></concurrent>
          </subsystem>
          <subsystem xmlns="urn:wildfly:micrometer:community:2.0" exposed-subsystems="datasources ejb3 io"/>
          <subsystem xmlns="urn:jboss:domain:messaging-activemq:17.0"/>
          <subsystem xmlns="urn:jboss:domain:transactions:6.0">
            <jdbc-store datasource-jndi-name="java:jboss/datasources/transactions">
              <action table-prefix="t"/>
            </jdbc-store>
          </subsystem>
          <subsystem xmlns="urn:jboss:domain:undertow:14.0">
            <access-log prefix="access."/>
            <http-invoker/>
          </subsystem>
        </profile>
        <deployments>
          <deployment name="listeners.jar"/>
          <deployment name="ROOT.war"/>
        </deployments>
      </server>
      """;

  private static final Path MAIN = Path.of("src", "main");

  private ServerLayout() {}

  /**
   * Writes it: the start script into {@code bin}, and the server, which is a {@link
   * PrintingServer}, where WildFly's starter is.
   */
  public static void write(Path home) throws Exception {
    Path configuration = Files.createDirectories(home.resolve("configuration"));
    Files.writeString(configuration.resolve("standalone.xml"), CONFIGURATION);
    Files.writeString(configuration.resolve("logging.properties"), "\n");
    writeApplication(home.resolve("application"));
    Path bin = Files.createDirectories(home.resolve("bin"));
    Files.copy(MAIN.resolve(Path.of("server", "server")), bin.resolve("server"));
    Path lib = Files.createDirectories(home.resolve("lib"));
    writeJar(lib.resolve("scalelab-dataset.jar"), Start.class);
    writeJar(home.resolve("jboss-modules.jar"), PrintingServer.class);
  }

  private static void writeApplication(Path application) throws IOException {
    Path web = Files.createDirectories(application.resolve("WEB-INF"));
    for (String name : List.of("web.xml", "distributable-web.xml")) {
      Files.copy(MAIN.resolve(Path.of("webapp", "WEB-INF", name)), web.resolve(name));
    }
    Path packages = web.resolve(Path.of("classes", "dev", "scalelab", "benchmark"));
    for (String name : CLASSES) {
      Files.createDirectories(packages.resolve(name).getParent());
      Files.createFile(packages.resolve(name));
    }
    Path units = web.resolve(Path.of("classes", "META-INF", "persistence.xml"));
    Files.createDirectories(units.getParent());
    Files.copy(MAIN.resolve(Path.of("resources", "META-INF", "persistence.xml")), units);
  }

  /** A jar of all classes next to this one, which is its program. */
  private static void writeJar(Path jar, Class<?> program) throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, program.getName());
    String folder = program.getPackageName().replace('.', '/');
    Path root = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> classes = Files.list(root.resolve(folder))) {
      for (Path file : classes.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(folder + "/" + file.getFileName()));
        Files.copy(file, out);
      }
    }
  }
}
