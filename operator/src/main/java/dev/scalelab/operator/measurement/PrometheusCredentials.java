package dev.scalelab.operator.measurement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/** Credentials for Prometheus, from files that are read again for each query. */
final class PrometheusCredentials {
  private final Optional<Path> token;
  private final Optional<Path> username;
  private final Optional<Path> password;

  /** Files with a token, or with user name and password, or none. */
  PrometheusCredentials(Optional<Path> token, Optional<Path> username, Optional<Path> password) {
    this.token = token;
    this.username = username;
    this.password = password;
    if (username.isPresent() != password.isPresent()) {
      throw new IllegalArgumentException(
          "scalelab.prometheus: username-file and password-file go together");
    }
    if (token.isPresent() && username.isPresent()) {
      throw new IllegalArgumentException(
          "scalelab.prometheus: token-file, or username-file with password-file, not both");
    }
  }

  /** For a Prometheus without authentication. */
  static PrometheusCredentials none() {
    return new PrometheusCredentials(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Value of the header Authorization; empty without credentials. */
  Optional<String> authorization() throws IOException {
    if (token.isPresent()) {
      return Optional.of("Bearer " + readToken(token.get()));
    }
    if (username.isPresent()) {
      String both = read(username.get()) + ":" + read(password.get());
      byte[] bytes = both.getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    return Optional.empty();
  }

  /**
   * HTTP headers may contain only visible ASCII, and the JDK's error message repeats an invalid
   * one.
   */
  private static String readToken(Path file) throws IOException {
    String token = read(file);
    if (token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IOException(file + " holds no token of ASCII");
    }
    return token;
  }

  /** No message contains the content of the file, since messages are written to statuses. */
  private static String read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file).strip();
    } catch (IOException e) {
      throw new IOException("its credentials cannot be read from " + file, e);
    }
    if (text.isEmpty() || text.chars().anyMatch(Character::isISOControl)) {
      throw new IOException(file + " holds no credentials of one line");
    }
    return text;
  }
}
