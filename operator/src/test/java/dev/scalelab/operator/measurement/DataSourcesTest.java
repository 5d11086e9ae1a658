package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which pool of the servers is that of a database. */
class DataSourcesTest {
  @Test
  void theFirstDomainOfADatabaseNamesItsPool() {
    assertThat(dataSources(Experiments.twoDatabases("default")))
        .isEqualTo(Map.of("orders", pool("customer"), "plant", pool("manufacturing")));
  }

  @Test
  void theNumberOfADatabaseWithCustomersNamesItsPool() {
    assertThat(
            dataSources(
                Experiments.with(
                    Experiments.portal("default"),
                    "system: {databases: [{name: b}, {name: a}, {name: c}]}")))
        .isEqualTo(Map.of("b", pool("main"), "a", pool("store2"), "c", pool("store3")));
  }

  @Test
  void aSingleDatabaseHasAllPools() {
    assertThat(dataSources(Experiments.portal("default"))).isEmpty();
  }

  @Test
  void aPrivateDatabaseHasThePoolOfItsServer() {
    ScalabilityExperiment own =
        Experiments.with(
            Experiments.small("default"), "system: {databases: [{name: main, perServer: true}]}");
    Subject subject = Subject.of(own, Experiments.two(own), List.of());

    assertThat(subject.poolsOf("main-1"))
        .accepts(pool("main", 1))
        .rejects(pool("main", 0), pool("main", 11));
  }

  private static Figure pool(String name, int server) {
    return new Figure(Map.of("pod", "small-base-2-app-" + server, "name", name), 1);
  }

  private static Map<String, List<Subject.DataSource>> dataSources(ScalabilityExperiment of) {
    return Subject.of(of, Experiments.two(of), List.of()).dataSources();
  }

  private static List<Subject.DataSource> pool(String name) {
    return List.of(new Subject.DataSource("small-base-2-app", name));
  }
}
