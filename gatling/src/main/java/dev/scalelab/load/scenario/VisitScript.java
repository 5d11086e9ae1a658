package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.Visit;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.Session;

/** What visits to a cart have in common, wherever the cart is kept. */
abstract class VisitScript implements Script {
  final int productsPerVisit;
  final Thinking thinking;
  private final ThinkTime thinkTime;
  private final long seed;

  VisitScript(Settings settings) {
    this.productsPerVisit = settings.workload().sizes().productsPerVisit();
    this.thinkTime = settings.users().thinkTime();
    this.thinking = new Thinking(thinkTime);
    this.seed = settings.workload().seed();
  }

  @Override
  public final Object data(Turn turn) {
    return new Visit(thinkTime, seed, turn.number());
  }

  static Visit visit(Session session) {
    return Transaction.of(session).data(Visit.class);
  }
}
