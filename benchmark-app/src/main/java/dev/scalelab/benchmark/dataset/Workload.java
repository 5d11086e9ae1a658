package dev.scalelab.benchmark.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;

/** The workloads that keep data in a database, each with its SQL scripts. */
enum Workload {
  /** ECperf's customer domain. */
  ECPERF,
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
    /** Counts what was done, and what does not make sense: columns done.* and faults.*. */
    AUDIT
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

  /** The text of one of its scripts. */
  String text(Script script) {
    String name = label() + "/" + script.name().toLowerCase(Locale.ROOT) + ".sql";
    try (InputStream in = Workload.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes whenever the tables or the initial contents do, so nobody has to count it up. */
  String schemaVersion() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((text(Script.SCHEMA) + text(Script.DATA)).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
