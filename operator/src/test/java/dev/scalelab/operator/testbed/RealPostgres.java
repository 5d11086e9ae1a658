package dev.scalelab.operator.testbed;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The test's own PostgreSQL, on loopback, with the database ecperf; stopped with the test. */
final class RealPostgres implements AutoCloseable {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

  private final Path programs;
  private final Path folder;
  private final int port;
  private final List<Process> sessions = new ArrayList<>();

  private RealPostgres(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /**
   * Skips the test if PostgreSQL is not installed.
   *
   * @param settings of postgresql.conf
   */
  static RealPostgres start(String... settings) throws IOException, InterruptedException {
    Optional<Path> programs = programs();
    assumeTrue(programs.isPresent(), "PostgreSQL is not installed: apt-get install postgresql");
    Path folder = Files.createTempDirectory("scalelab-postgres");
    RealPostgres postgres = new RealPostgres(programs.get(), folder, Ports.free());
    if (isRoot()) {
      run(List.of("chown", "postgres", folder.toString()));
    }
    String data = folder.resolve("data").toString();
    postgres.program("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync");
    StringBuilder options =
        new StringBuilder("-c listen_addresses=127.0.0.1 -c port=" + postgres.port)
            .append(" -c unix_socket_directories=")
            .append(folder);
    Stream.of(settings).forEach(setting -> options.append(" -c ").append(setting));
    String log = folder.resolve("log").toString();
    postgres.program(
        "pg_ctl", "-D", data, "-l", log, "-w", "-t", "180", "-o", options.toString(), "start");
    postgres.sql("postgres", "CREATE DATABASE ecperf");
    return postgres;
  }

  private static Optional<Path> programs() throws IOException {
    if (!Files.isDirectory(VERSIONS)) {
      return Optional.empty();
    }
    try (Stream<Path> found = Files.list(VERSIONS)) {
      return found
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.comparing(Path::toString));
    }
  }

  /** The rows of a query, with | between columns. */
  List<String> sql(String database, String statement) throws IOException, InterruptedException {
    return run(psql(database, "-At", "-c", statement));
  }

  /** A session of its own, which executes a script and ends with the test. */
  void session(String script) throws IOException {
    Process session =
        new ProcessBuilder(psql("ecperf", "-q"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    sessions.add(session);
    session.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
    session.getOutputStream().flush();
  }

  /** Ends all of these. */
  void endSessions() {
    sessions.forEach(Process::destroyForcibly);
    sessions.clear();
  }

  private List<String> psql(String database, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                programs.resolve("psql").toString(),
                "-X",
                "-h",
                "127.0.0.1",
                "-p",
                "" + port,
                "-U",
                "postgres",
                "-d",
                database));
    command.addAll(List.of(arguments));
    return command;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** The server refuses to run as root. */
  private void program(String name, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs.resolve(name).toString());
    command.addAll(List.of(arguments));
    run(command);
  }

  private static List<String> run(List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("scalelab", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(5, TimeUnit.MINUTES);
      process.destroyForcibly();
      List<String> lines = Files.readAllLines(output);
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + lines);
      }
      return lines;
    } finally {
      Files.delete(output);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    endSessions();
    String data = folder.resolve("data").toString();
    program("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
