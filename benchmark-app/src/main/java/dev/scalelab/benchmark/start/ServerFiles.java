package dev.scalelab.benchmark.start;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files of a server, below its own folder: the image's file system may be read-only. They are
 * copies of the image's, without what the server does not use.
 */
final class ServerFiles {
  private static final Path CLASSES = Path.of("WEB-INF", "classes");
  private static final Path PACKAGES = CLASSES.resolve(Path.of("dev", "scalelab", "benchmark"));
  private static final Path UNITS = CLASSES.resolve(Path.of("META-INF", "persistence.xml"));
  private static final Path WEB = Path.of("WEB-INF", "web.xml");

  private final Launch launch;
  private final Path home;
  private final Path base;

  ServerFiles(Launch launch) {
    this.launch = launch;
    home = Path.of(launch.environment().get(Setting.WILDFLY_HOME));
    base = Path.of(launch.environment().get(Setting.SERVER_DIR));
  }

  void write() throws IOException {
    for (String folder : List.of("configuration", "data", "log", "tmp")) {
      Files.createDirectories(base.resolve(folder));
    }
    writeConfiguration();
    writeApplication();
    Files.writeString(base.resolve("environment"), launch.environment().script());
    Files.writeString(base.resolve("arguments"), JavaArguments.file(launch.arguments()));
  }

  private void writeConfiguration() throws IOException {
    Path logging = Path.of("configuration", "logging.properties");
    Files.copy(home.resolve(logging), base.resolve(logging), StandardCopyOption.REPLACE_EXISTING);
    Path name = Path.of("configuration", "standalone.xml");
    XmlFile configuration = XmlFile.read(home.resolve(name));
    // Only the portal has a queue, and listeners for it.
    if (launch.workload() != Workload.PORTAL) {
      configuration.remove("extension", "module", "org.wildfly.extension.messaging-activemq");
      configuration.remove("subsystem", "xmlns", "urn:jboss:domain:messaging-activemq:");
      configuration.remove("deployment", "name", "listeners.jar");
    }
    if (!launch.isCalled()) {
      configuration.remove("http-invoker");
    }
    if (!launch.has(Setting.BEAN_POOL)) {
      configuration.remove("stateless");
      // They show how long calls wait for an instance.
      configuration.removeOf("statistics", "urn:jboss:domain:ejb3:");
      configuration.removeWord("subsystem", "exposed-subsystems", "ejb3");
    }
    if (!launch.limitsBeanThreads()) {
      configuration.remove("managed-executor-service", "name", "beans");
    }
    if (launch.is(Setting.ACCESS_LOG, "false")) {
      configuration.remove("access-log");
    }
    // Only transactions across several databases have their log in a database.
    if (!launch.several()) {
      configuration.remove("jdbc-store");
    }
    configuration.write(base.resolve(name));
  }

  private void writeApplication() throws IOException {
    Path source = home.resolve("application");
    Path target = base.resolve("application");
    delete(target);
    copy(source, target, omitted());
    if (launch.workload().hasDatabase()) {
      XmlFile units = XmlFile.read(source.resolve(UNITS));
      units.removeAny(
          "persistence-unit", unit -> !launch.units().contains(unit.getAttribute("name")));
      units.write(target.resolve(UNITS));
    }
    if (launch.is(Setting.SESSION_CACHE, "local")) {
      // Without this element sessions are the servlet container's own.
      XmlFile web = XmlFile.read(source.resolve(WEB));
      web.remove("distributable");
      web.write(target.resolve(WEB));
    }
  }

  /** The parts of the application that this server does not need. */
  private Set<Path> omitted() {
    Set<Path> omitted = new HashSet<>();
    for (Workload other : Workload.values()) {
      if (other != launch.workload()) {
        omitted.add(PACKAGES.resolve(other.text()));
      }
    }
    if (!launch.workload().hasDatabase()) {
      omitted.add(UNITS);
    }
    if (launch.is(Setting.SESSION_CACHE, "local")) {
      omitted.add(Path.of("WEB-INF", "distributable-web.xml"));
    }
    if (!launch.clustered()) {
      // It requires the cluster's channel.
      omitted.add(PACKAGES.resolve(Path.of("metrics", "ClusterMetrics.class")));
    }
    return omitted;
  }

  private static void copy(Path source, Path target, Set<Path> omitted) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Path name = source.relativize(folder);
            if (omitted.contains(name)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(target.resolve(name));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path name = source.relativize(file);
            if (!omitted.contains(name)) {
              Files.copy(file, target.resolve(name));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
