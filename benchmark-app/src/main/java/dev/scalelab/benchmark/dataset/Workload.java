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

/** The workloads that keep data in a database, each with its SQL scripts. */
enum Workload {
  /** ECperf, of whose four domains each may be in a database of its own. */
  ECPERF("customer", "corporate", "manufacturing", "supplier"),
  /** The book store. */
  BOOKSTORE,
  /** The portal. */
  PORTAL;

  /** What a script of a workload is for. */
  enum Script {
    /** Makes the tables. */
    SCHEMA,
    /** Fills them. */
    DATA,
    /**
     * Counts what was done, what else there is, and faults: columns done.*, counts.*, faults.*; and
     * what must be there a little later: columns awaited.*.
     */
    AUDIT,
    /** Amounts by name and key, whose sum over all domains must be zero for each. */
    BALANCES
  }

  private final List<String> domains;

  Workload(String... domains) {
    this.domains = List.of(domains);
  }

  /** Its domains; none where it is one whole. */
  List<String> domains() {
    return domains;
  }

  /** The workload of that name, in lower case. */
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

  /** Whether servers go on with what they accepted after the last answer. */
  boolean goesOn() {
    return this == PORTAL;
  }

  /**
   * The texts of its scripts of this kind, as far as there are any: where it has domains, those for
   * every database, and those of the domains that are in this one.
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

  /** Changes whenever the tables or the initial contents do, so nobody has to count it up. */
  String schemaVersion(List<String> domainsInDatabase) {
    String text =
        String.join("", texts(Script.SCHEMA, domainsInDatabase))
            + String.join("", texts(Script.DATA, domainsInDatabase));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
