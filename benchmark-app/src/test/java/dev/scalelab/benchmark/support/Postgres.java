package dev.scalelab.benchmark.support;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A temporary PostgreSQL on a free port of the loopback interface, for a test class with the
 * classes nested in it: which other classes ran before in the same process makes no difference.
 *
 * <p>As a JUnit extension it injects itself as a parameter, and ends with the class. Needs the
 * programs of Debian's package {@code postgresql}.
 */
public final class Postgres implements ParameterResolver {

  /**
   * Owner of the databases, with the right to create some, like CloudNativePG's application user
   * here.
   */
  public static final String USER = "app";

  private static final String PASSWORD = "secret";

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Instance.class;
  }

  @Override
  public Instance resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return outermostClass(context)
        .getStore(ExtensionContext.Namespace.create(Postgres.class))
        .getOrComputeIfAbsent(Instance.class, key -> Instance.start(), Instance.class);
  }

  private static ExtensionContext outermostClass(ExtensionContext context) {
    return context
        .getParent()
        .filter(parent -> parent.getTestClass().isPresent())
        .map(Postgres::outermostClass)
        .orElse(context);
  }

  /** The running server, which JUnit closes after the test class. */
  public static final class Instance implements AutoCloseable {

    private final Path directory;
    private final int port;
    private final List<Instance> replicas = new ArrayList<>();

    private Instance(Path directory, int port) {
      this.directory = directory;
      this.port = port;
    }

    private static Instance start() {
      try {
        Instance started = in(Files.createTempDirectory("scalelab-postgres"));
        started.initialise();
        return started;
      } catch (IOException | SQLException e) {
        throw new IllegalStateException("cannot start PostgreSQL", e);
      }
    }

    private static Instance in(Path directory) throws IOException {
      if (isRoot()) {
        run("chown", "postgres", directory.toString());
      }
      Instance created = new Instance(directory, Ports.free("127.0.0.1"));
      // If the test run is killed.
      Runtime.getRuntime().addShutdownHook(new Thread(created::close));
      return created;
    }

    private void initialise() throws IOException, SQLException {
      String data = directory.resolve("data").toString();
      asPostgres("initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync");
      restart();
      superuser("postgres", "CREATE ROLE " + USER + " LOGIN CREATEDB PASSWORD '" + PASSWORD + "'");
    }

    /** A streaming replica of this server, which ends with it. */
    public Instance replica() {
      try {
        Instance replica = in(Files.createTempDirectory("scalelab-replica"));
        asPostgres(
            "pg_basebackup",
            "-D",
            replica.directory.resolve("data").toString(),
            "-d",
            "host=127.0.0.1 user=postgres port=" + port,
            "--write-recovery-conf",
            "--checkpoint=fast",
            "--no-sync");
        replicas.add(replica);
        replica.restart();
        return replica;
      } catch (IOException e) {
        throw new IllegalStateException("cannot start a replica", e);
      }
    }

    /**
     * Pauses the replay of a replica: it receives the primary's changes, but does not show them.
     */
    public void holdBack() throws SQLException {
      superuser("postgres", "SELECT pg_wal_replay_pause()");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> query("postgres", "SELECT pg_get_wal_replay_pause_state()").equals("paused"));
    }

    /** Resumes after {@link #holdBack}. */
    public void letGo() throws SQLException {
      superuser("postgres", "SELECT pg_wal_replay_resume()");
    }

    /** Stops it like a killed one; its files are kept. */
    public void stop() throws IOException {
      asPostgres(
          "pg_ctl", "-D", directory.resolve("data").toString(), "-m", "immediate", "-w", "stop");
    }

    /** Starts it, and waits until it accepts connections. */
    public void restart() throws IOException {
      asPostgres(
          "pg_ctl",
          "-D",
          directory.resolve("data").toString(),
          "-l",
          directory.resolve("log").toString(),
          "-w",
          "-t",
          "60",
          "-o",
          "-c listen_addresses=127.0.0.1 -c port="
              + port
              + " -c unix_socket_directories="
              + directory
              + " -c fsync=off -c max_connections=200 -c max_prepared_transactions=50",
          "start");
    }

    /** Settings of the dataset tool and the server for a pair of databases with this name. */
    public Map<String, String> environment(String name) {
      return new HashMap<>(
          Map.of(
              "DB_HOST",
              "127.0.0.1",
              "DB_PORT",
              String.valueOf(port),
              "DB_USER",
              USER,
              "DB_PASSWORD",
              PASSWORD,
              "DB_NAME",
              name,
              "DB_TEMPLATE",
              name + "_template",
              "SCALE",
              "1"));
    }

    /** Creates the empty template database with this name, owned by the application's user. */
    public void createTemplate(String name) throws SQLException {
      superuser("postgres", "CREATE DATABASE " + name + "_template OWNER " + USER);
    }

    /** Executes a statement as the superuser. */
    public void superuser(String database, String sql) throws SQLException {
      try (var connection = connect(database, "postgres");
          var statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    /** The single value of a query, as text. */
    public String query(String database, String sql) throws SQLException {
      try (var connection = connect(database, "postgres");
          var statement = connection.createStatement();
          var row = statement.executeQuery(sql)) {
        row.next();
        return row.getString(1);
      }
    }

    /** A separate connection. */
    public Connection connect(String database, String user) throws SQLException {
      return DriverManager.getConnection(url(database), user, PASSWORD);
    }

    /** The port that it listens on. */
    public int port() {
      return port;
    }

    /** The JDBC address of a database. */
    public String url(String database) {
      return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() {
      replicas.forEach(Instance::close);
      if (Files.exists(directory)) {
        stopAndDelete();
      }
    }

    private void stopAndDelete() {
      try {
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
          files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
      } catch (IOException e) {
        throw new IllegalStateException("cannot stop PostgreSQL in " + directory, e);
      }
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  // The server refuses to run as root.
  private static void asPostgres(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs().resolve(program).toString());
    command.addAll(List.of(arguments));
    run(command.toArray(String[]::new));
  }

  // Debian does not put them into PATH, but into a folder per version.
  private static Path programs() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(versions)) {
      try (Stream<Path> found = Files.list(versions)) {
        var newest =
            found
                .map(version -> version.resolve("bin"))
                .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                .max(Comparator.comparing(Path::toString));
        if (newest.isPresent()) {
          return newest.get();
        }
      }
    }
    throw new IllegalStateException(
        "No PostgreSQL server programs below " + versions + ": apt-get install postgresql");
  }

  private static void run(String... command) throws IOException {
    Path output = Files.createTempFile("scalelab", ".out");
    Process process =
        new ProcessBuilder(command)
            .directory(new File("/"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(90, SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(command[0] + " took more than 90 s");
      }
      if (process.exitValue() != 0) {
        throw new IllegalStateException(
            String.join(" ", command) + " failed: " + Files.readString(output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      Files.delete(output);
    }
  }
}
