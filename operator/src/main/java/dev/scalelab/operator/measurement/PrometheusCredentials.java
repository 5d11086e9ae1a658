package dev.scalelab.operator.measurement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Credentials and other headers for Prometheus, from files that are read again for each query. */
final class PrometheusCredentials {
  private static final String AUTHORIZATION = "Authorization";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** Headers that the client sets itself, or that have a setting of their own. */
  private static final Set<String> RESERVED =
      Set.of(
          "authorization",
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "upgrade");

  private final Optional<Path> token;
  private final Optional<Path> username;
  private final Optional<Path> password;
  private final List<Path> headerFiles;

  /**
   * Files with a token, or with user name and password, or none.
   *
   * @param headerFiles files with the values of further headers, each named as its header
   */
  PrometheusCredentials(
      Optional<Path> token,
      Optional<Path> username,
      Optional<Path> password,
      List<Path> headerFiles) {
    this.token = token;
    this.username = username;
    this.password = password;
    this.headerFiles = List.copyOf(headerFiles);
    if (username.isPresent() != password.isPresent()) {
      throw new IllegalArgumentException(
          "scalelab.prometheus: username-file and password-file go together");
    }
    if (token.isPresent() && username.isPresent()) {
      throw new IllegalArgumentException(
          "scalelab.prometheus: token-file, or username-file with password-file, not both");
    }
    for (Path file : headerFiles) {
      String name = file.getFileName().toString();
      if (!NAME.matcher(name).matches() || RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "scalelab.prometheus: header-files must not have %s: its last part is no header that may be given"
                .formatted(file));
      }
    }
  }

  /** For a Prometheus without authentication. */
  static PrometheusCredentials none() {
    return new PrometheusCredentials(
        Optional.empty(), Optional.empty(), Optional.empty(), List.of());
  }

  /** Every header to send; no message of an error has a value. */
  Map<String, String> headers() throws IOException {
    Map<String, String> headers = new TreeMap<>();
    authorization().ifPresent(value -> headers.put(AUTHORIZATION, value));
    for (Path file : headerFiles) {
      headers.put(file.getFileName().toString(), readHeader(file));
    }
    return headers;
  }

  private Optional<String> authorization() throws IOException {
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

  private static String readHeader(Path file) throws IOException {
    String value = read(file);
    if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new IOException(file + " holds no header of ASCII");
    }
    return value;
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
