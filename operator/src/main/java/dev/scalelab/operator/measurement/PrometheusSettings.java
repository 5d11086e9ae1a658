package dev.scalelab.operator.measurement;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Which Prometheus is asked, and what it wants to be shown: scalelab.prometheus of the settings.
 */
@ConfigMapping(prefix = "scalelab.prometheus")
public interface PrometheusSettings {
  /**
   * Its address, as http://scalelab-prometheus:9090; a path before /api is kept. Credentials do not
   * belong into it.
   */
  String url();

  /** Longest wait for a connection, and then for an answer. */
  @WithDefault("10s")
  Duration timeout();

  /** File with the token that it wants; read for each query, since tokens are renewed. */
  Optional<Path> tokenFile();

  /** File with the user name that it wants, instead of a token. */
  Optional<Path> usernameFile();

  /** File with the user's password. */
  Optional<Path> passwordFile();

  /** File with the certificates, in PEM, that alone are trusted to have issued its own. */
  Optional<Path> caFile();
}
