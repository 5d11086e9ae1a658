package dev.scalelab.benchmark.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The workloads with data in a database, each with its SQL scripts. */
enum Workload {
  /** ECperf, whose four domains may each be in a database of their own. */
  ECPERF("customer", "corporate", "manufacturing", "supplier"),
  /** The book store. */
  BOOKSTORE,
  /** The portal. */
  PORTAL;

  /** Kinds of scripts of a workload. */
  enum Script {
    /** Creates the tables. */
    SCHEMA,
    /** Fills them. */
    DATA,
    /**
     * Counts the transactions done, other data and faults: columns done.*, counts.*, faults.*; and
     * data that must appear a little later: columns awaited.*.
     */
    AUDIT,
    /** Type and UUID of each transaction that may have a number of its client. */
    NUMBERS,
    /** Amounts by name and key, whose sum over all domains must be zero for each key. */
    BALANCES
  }

  private final List<String> domains;

  Workload(String... domains) {
    this.domains = List.of(domains);
  }

  /** Its domains; empty if it has none. */
  List<String> domains() {
    return domains;
  }

  /** The workload with that name, in lower case. */
  static Workload of(String name) {
    return Arrays.stream(values())
        .filter(workload -> workload.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadSettingException(
                    "WORKLOAD must be one of "
                        + Arrays.stream(values())
                            .map(Workload::label)
                            .collect(Collectors.joining(", "))
                        + ", not \""
                        + name
                        + "\""));
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether servers continue to process accepted orders after the last response. */
  boolean goesOn() {
    return this == PORTAL;
  }

  /**
   * The texts of its scripts of this kind, if they exist: for a workload with domains, those for
   * every database, and those of the domains in this one.
   */
  List<String> texts(Script script, List<String> domainsInDatabase) {
    String file = "/" + script.name().toLowerCase(Locale.ROOT) + ".sql";
    return Stream.concat(
            Stream.of(domains.isEmpty() ? label() : label() + "/common"),
            domainsInDatabase.stream().map(domain -> label() + "/" + domain))
        .flatMap(folder -> text(folder + file).stream())
        .toList();
  }

  private static Optional<String> text(String name) {
    try (InputStream in = Workload.class.getResourceAsStream(name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version of what is in a database. */
  String schemaVersion(Database database) {
    return schemaVersion(database.domains(), database.part());
  }

  /** The version of all data. */
  String schemaVersion() {
    return schemaVersion(domains, Database.Part.WHOLE);
  }

  /** Changes whenever the tables or the initial content change, so no manual version is needed. */
  private String schemaVersion(List<String> domainsInDatabase, Database.Part part) {
    String text =
        String.join("", texts(Script.SCHEMA, domainsInDatabase))
            + String.join("", texts(Script.DATA, domainsInDatabase))
            + part;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
