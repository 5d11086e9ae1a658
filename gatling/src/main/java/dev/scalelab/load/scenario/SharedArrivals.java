package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Share;
import io.gatling.core.controller.inject.open.OpenInjectionProfile;
import io.gatling.core.controller.inject.open.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import scala.collection.Iterator;
import scala.collection.immutable.List$;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * One generator's arrivals of a schedule that is shared by several, or random. Gatling's own steps
 * only support rates: the parts of a rate do not add up to the same arrivals, and Gatling's random
 * ones cannot be known.
 *
 * @param arrivals the whole schedule
 * @param share this generator's part
 */
record SharedArrivals(ArrivalSchedule arrivals, Share share) implements OpenInjectionStep {
  private static final long serialVersionUID = 1L;

  /** The scenario with these users. */
  PopulationBuilder inject(ScenarioBuilder scenario) {
    OpenInjectionProfile users =
        new OpenInjectionProfile(List$.MODULE$.<OpenInjectionStep>empty().$colon$colon(this));
    return new PopulationBuilder(scenario.wrapped.inject(users));
  }

  /**
   * The arrival time of each user, from the start; nothing follows, because this is the whole run.
   */
  @Override
  public Iterator<FiniteDuration> chain(Iterator<FiniteDuration> following) {
    return CollectionConverters.asScala(
        LongStream.range(0, users())
            .map(share::nth)
            .mapToObj(user -> FiniteDuration.apply(arrivals.dueMillis(user), TimeUnit.MILLISECONDS))
            .iterator());
  }

  @Override
  public long users() {
    return share.countOf(arrivals.users());
  }

  @Override
  public FiniteDuration duration() {
    return FiniteDuration.apply(arrivals.seconds(), TimeUnit.SECONDS);
  }

  @Override
  public int productArity() {
    return 2;
  }

  @Override
  public Object productElement(int n) {
    return n == 0 ? arrivals : share;
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof SharedArrivals;
  }
}
