package dev.scalelab.benchmark.cells.infrastructure;

import dev.scalelab.benchmark.cells.application.RunConfiguration;
import dev.scalelab.benchmark.cells.application.Runs;
import dev.scalelab.benchmark.cells.application.RunsForOthers;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.net.URI;
import org.jboss.ejb.client.Affinity;
import org.jboss.ejb.client.EJBClient;
import org.jboss.ejb.client.StatelessEJBLocator;

/**
 * The beans that requests call: those of this server or, with {@code BEANS_URL}, those of the
 * servers behind that address, over HTTP. WildFly's client does not try a second address.
 */
@ApplicationScoped
public class BeanTier {

  /** Name of this deployment in the addresses of beans. */
  private static final String MODULE = "ROOT";

  /** WildFly's own path for calls of beans over HTTP. */
  private static final String CALLS = "/wildfly-services";

  @Inject private RunConfiguration own;

  private Runs runs;

  @PostConstruct
  void choose() {
    String beans = System.getenv().getOrDefault("BEANS_URL", "");
    runs = beans.isEmpty() ? own : elsewhere(URI.create(beans + CALLS));
  }

  private static Runs elsewhere(URI address) {
    return EJBClient.createProxy(
        new StatelessEJBLocator<>(
            Runs.class,
            "",
            MODULE,
            RunsForOthers.class.getSimpleName(),
            "",
            Affinity.forUri(address)));
  }

  @Produces
  Runs runs() {
    return runs;
  }
}
