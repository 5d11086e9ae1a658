package dev.scalelab.benchmark.cells.infrastructure;

import dev.scalelab.benchmark.cells.domain.Configuration;
import dev.scalelab.benchmark.cells.domain.Configurations;
import dev.scalelab.benchmark.cells.domain.TableReader;
import dev.scalelab.benchmark.cells.domain.UnknownConfigurationException;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The configurations of the table in the file CELLS_TABLE, or of the default table. The server's
 * start script has validated the file.
 */
@ApplicationScoped
public class TableConfigurations implements Configurations {

  private Map<String, Configuration> configurations;

  @PostConstruct
  void read() {
    String path = System.getenv().getOrDefault("CELLS_TABLE", "");
    try {
      configurations = TableReader.read(path.isEmpty() ? TableFile.shipped() : TableFile.at(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Configuration named(String name) {
    Configuration configuration = configurations.get(name);
    if (configuration == null) {
      throw new UnknownConfigurationException(name);
    }
    return configuration;
  }
}
