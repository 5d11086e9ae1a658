package dev.scalelab.benchmark.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The SQL scripts that the tool brings along. */
enum Script {
  SCHEMA,
  DATA,
  AUDIT;

  /** The script's text. */
  String text() {
    String name = name().toLowerCase(Locale.ROOT) + ".sql";
    try (InputStream in = Script.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes whenever the tables or the initial contents do, so nobody has to count it up. */
  static String schemaVersion() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((SCHEMA.text() + DATA.text()).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
