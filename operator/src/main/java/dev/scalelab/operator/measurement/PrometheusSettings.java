package dev.scalelab.operator.measurement;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Address of Prometheus and credentials for it: scalelab.prometheus of the settings. */
@ConfigMapping(prefix = "scalelab.prometheus")
public interface PrometheusSettings {
  /**
   * Its address, as http://scalelab-prometheus:9090; a path before /api is kept. It must not
   * contain credentials.
   */
  String url();

  /** Timeout of a connection, and then of the response. */
  @WithDefault("10s")
  Duration timeout();

  /** File with the required token; read for each query, since tokens are renewed. */
  Optional<Path> tokenFile();

  /** File with the required user name, instead of a token. */
  Optional<Path> usernameFile();

  /** File with the user's password. */
  Optional<Path> passwordFile();

  /**
   * Files with the values of further required headers, as that of a tenant; each has its header's
   * name, as X-Scope-OrgID.
   */
  Optional<List<Path>> headerFiles();

  /** File with the only trusted CA certificates for it, in PEM. */
  Optional<Path> caFile();
}
