package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.analysis.MeasuredRounds;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.analysis.VerifiedChange;
import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.LoadModel;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.RoundFiguresBuilder;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.VerificationResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Verification;
import dev.scalelab.operator.reconcile.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which configuration verifies a diagnosis, and what its figures say. */
class VerificationsTest {
  private static final Plan PLAN =
      MeasuredRounds.plan("{sweep: {replicas: [1, 2]}, diagnosis: {verify: true}}");

  private static final SearchResult FOUND =
      new SearchResult(LoadModel.OPEN, 20.0, 20.0, 9, List.of(), null, null, 20.0);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Application/Cpu; application.cpu=1500m",
        "Database/Cpu; databases.main.cpu=1500m",
        "Balancer/Cpu; balancer.cpu=750m",
        "Balancer/MaxRequests; balancer.maxRequestsPerServer=96",
        "Application/JdbcPool; application.connectionPoolSize=30, databases.main.maxConnections=150",
        "Database/Io; databases.main.memory=768Mi",
        "Database/Connections; databases.main.maxConnections=150",
        "Application/WebThreads; application.webThreads=24",
        "Application/Heap; application.heap=768Mi, application.memory=1536Mi"
      })
  void eachResourceHasItsSettings(String resource, String settings) {
    Verification next = Verifications.next(PLAN, diagnosed(resource)).orElseThrow();

    assertThat(next.configuration()).as("the last that was diagnosed").isEqualTo("base-2");
    assertThat(FactorValue.text(next.raised())).isEqualTo(settings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{application: {webThreads: 8}}; application.webThreads=12",
        "{application: {cpu: 1500m}}; application.webThreads=48",
        "{application: {webThreads: 60}}; application.webThreads=90, balancer.maxRequestsPerServer=90",
        "{tiers: {layout: Split, beans: {webThreads: 16}}}; application.webThreads=24, tiers.beans.webThreads=24",
        "{tiers: {layout: Split, beans: {webThreads: 60}}}; application.webThreads=24, tiers.beans.webThreads=90, balancer.maxRequestsPerServer=90"
      })
  void moreWebThreadsGetAsManyRequests(String system, String settings) {
    Plan plan =
        MeasuredRounds.plan(
            "{system: %s, sweep: {replicas: [1, 2]}, diagnosis: {verify: true}}".formatted(system));

    assertThat(
            Verifications.next(plan, diagnosed("Application/WebThreads"))
                .map(next -> FactorValue.text(next.raised())))
        .contains(settings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Application/Cpu; application.cpu=1500m, tiers.beans.cpu=3000m",
        "Application/Heap; application.heap=768Mi, application.memory=1536Mi, tiers.beans.memory=3072Mi",
        "Application/WebThreads; application.webThreads=24, tiers.beans.webThreads=48"
      })
  void serversWithTheBeansGetMoreOfWhatTheyHaveOfTheirOwn(String resource, String settings) {
    Plan tiers =
        MeasuredRounds.plan(
            """
            workload: {type: Bookstore}
            system: {tiers: {layout: Split, beans: {cpu: "2", memory: 2Gi}}}
            sweep: {replicas: [2]}
            """);

    assertThat(FactorValue.text(RaisedSettings.of(tiers.configurations().get(0), resource, null)))
        .isEqualTo(settings);
  }

  @Test
  void itIsAConfigurationOfThePlanAfterAllOthers() {
    Verification next = Verifications.next(PLAN, diagnosed("Application/JdbcPool")).orElseThrow();
    Plan verifying = Planner.plan("t", PLAN.spec(), PodSettings.NONE, List.of(), next);

    assertThat(verifying.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-1", "base-2", "verify-2");
    Configuration raised = verifying.configurations().get(2);
    assertThat(raised.application().connectionPoolSize()).isEqualTo(30);
    assertThat(raised.databases().get(0).cluster()).as("of its own").contains("verify");
    assertThat(verifying.hash()).as("results stay comparable").isEqualTo(PLAN.hash());
    assertThat(verifying.configurations().subList(0, 2))
        .extracting(Configuration::hash)
        .isEqualTo(PLAN.configurations().stream().map(Configuration::hash).toList());
  }

  @Test
  void nothingIsVerifiedBeforeAllIsMeasuredOrWhereNoSettingHelps() {
    Map<String, ScalabilityTrialStatus> one = diagnosed("Application/Cpu");
    one.remove("t-base-2");

    assertThat(Verifications.next(PLAN, one)).isEqualTo(Optional.empty());
    assertThat(Verifications.next(PLAN, diagnosed("Host/Cpu"))).isEqualTo(Optional.empty());
    assertThat(
            Verifications.next(
                MeasuredRounds.plan("{sweep: {replicas: [1, 2]}}"), diagnosed("Application/Cpu")))
        .as("not asked for")
        .isEqualTo(Optional.empty());
  }

  @Test
  void aCapacityThatRisesVerifiesIt() {
    VerificationResult result = result(30, 31, 29);

    assertThat(result.verified()).isTrue();
    assertThat(result.changePercent().value()).isCloseTo(50, within(2.0));
    assertThat(result.changePercent().low()).isPositive();
    assertThat(result.message())
        .startsWith(
            "base-2: Application/Cpu limits it, verified: application.cpu=1500m changes the capacity by +");
  }

  @Test
  void oneThatHardlyRisesDoesNot() {
    assertThat(result(21, 21, 21).verified()).isFalse();
    assertThat(result(40, 12, 25).verified()).as("by chance").isFalse();
  }

  /** Of given loads a capacity is one of them: it stays the same, although the system does more. */
  @Test
  void withGivenLoadsAPeakThatRisesVerifiesIt() {
    VerificationResult result = result(null, 30, 31, 29);

    assertThat(result.verified()).as(result.message()).isTrue();
    assertThat(result.message()).contains("application.cpu=1500m changes the peak by +");
  }

  /** With more CPU it does all of the highest rate, which is 5 % above the old peak. */
  @Test
  void aLoadThatTheRaisedConfigurationCanDoShowsNothing() {
    VerificationResult result = result(null, false, 21, 21, 21);

    assertThat(result.verified()).isNull();
    assertThat(result.changePercent().value()).isCloseTo(5, within(0.1));
    assertThat(result.message())
        .startsWith(
            "base-2: whether Application/Cpu limits it is not known: application.cpu=1500m changes the peak by +5.0 % (")
        .endsWith("), which is all that was requested; raise the rates");
    assertThat(result(FOUND, false, 21, 21, 21).message()).endsWith("; raise load.search.max");
    assertThat(result(null, false, 30, 30, 30).verified()).as("it rose by enough").isTrue();
  }

  @Test
  void theNoiseOfLoadsThatWereAllDoneDoesNotCount() {
    Plan plan = MeasuredRounds.plan("{sweep: {replicas: [1, 2, 3]}, diagnosis: {verify: true}}");
    List<Measured> measured = new ArrayList<>();
    double[][] peaks = {{10, 10, 10}, {20, 24, 19}, {24, 27, 26}};
    for (int i = 0; i < peaks.length; i++) {
      TrialResult result = MeasuredRounds.result(peaks[i]);
      boolean reached = i > 0;
      measured.add(
          new Measured(
              plan.configurations().get(i), result.with(same -> same.peakReached(reached))));
    }
    List<Measured> both = measured.subList(1, 3);

    assertThat(VerifiedChange.percent(measured, both.get(1), both.get(0)))
        .isEqualTo(VerifiedChange.percent(both, both.get(1), both.get(0)));
  }

  /** The next limit is 5 % away: 1.5 times the threads cannot bring 10 %. */
  @Test
  void whatTheNextLimitWouldHideIsNotTried() {
    Map<String, ScalabilityTrialStatus> near = diagnosed(next("Host/Cpu", 21));
    List<Measured> measured = measured(near);

    assertThat(Verifications.next(PLAN, near)).isEqualTo(Optional.empty());
    assertThat(Verifications.result(PLAN, measured).verified()).isNull();
    assertThat(Verifications.result(PLAN, measured).message())
        .isEqualTo(
            "base-2: whether Application/WebThreads limits it is not tried: with more of it Host/Cpu would limit"
                + " at once, at 21.0/s");
    assertThat(Verifications.next(PLAN, diagnosed(next("Host/Cpu", 23)))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Database/Locks",
        "Database/Wal",
        "Database/Transactions",
        "Application/InTransaction",
        "Balancer/Imbalance",
        "Host/Cpu",
        "Client/Timeout",
        "Supplier/Cpu"
      })
  void whatNoFieldRaisesIsNotTried(String resource) {
    VerificationResult result = Verifications.result(PLAN, measured(diagnosed(resource)));

    assertThat(result.configuration()).isEqualTo("base-2");
    assertThat(result.raised()).isNull();
    assertThat(result.settings()).isNull();
    assertThat(result.verified()).isNull();
    assertThat(result.message())
        .isEqualTo(
            "base-2: whether %s limits it is not tried: no field gives more of it"
                .formatted(resource));
  }

  @Test
  void whatWillBeTriedIsNotCalledUntried() {
    Map<String, ScalabilityTrialStatus> first = diagnosed("Application/Cpu");
    first.put("t-base-2", diagnosed("Database/Locks").get("t-base-2"));

    assertThat(Verifications.next(PLAN, first).orElseThrow().configuration()).isEqualTo("base-1");
    assertThat(Verifications.result(PLAN, measured(first))).isNull();
  }

  private static List<Measured> measured(Map<String, ScalabilityTrialStatus> statuses) {
    return PLAN.configurations().stream()
        .map(one -> new Measured(one, statuses.get(one.name()).result()))
        .toList();
  }

  /** The balancer passes on as many requests as there are threads. */
  @Test
  void aLimitThatIsRaisedTooHidesNothing() {
    Plan plan =
        MeasuredRounds.plan(
            "{system: {application: {webThreads: 60}}, sweep: {replicas: [1, 2]}, diagnosis: {verify: true}}");

    assertThat(Verifications.next(plan, diagnosed(next("Balancer/MaxRequests", 21)))).isPresent();
    assertThat(Verifications.next(plan, diagnosed(next("Balancer/Cpu", 21))))
        .isEqualTo(Optional.empty());
  }

  private static Bottleneck next(String resource, double boundPerSecond) {
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.LIMITED)
        .resource("Application/WebThreads")
        .boundPerSecond(20.0)
        .candidates(List.of(new BottleneckCandidate(resource, null, null, boundPerSecond, null)))
        .build();
  }

  @Test
  void aSingleRoundSaysSo() {
    assertThat(result(30).message()).endsWith(" % (in one round, so that chance may explain it)");
  }

  /** As many users as before do little more, but more of them still did. */
  @Test
  void usersThatReachNoLimitShowNothing() {
    Plan users =
        MeasuredRounds.plan(
            "{load: {open: null, closed: {users: [5, 10]}}, sweep: {replicas: [1, 2]}, diagnosis: {verify: true}}");

    VerificationResult few = result(users, null, false, true, 21, 21, 21);

    assertThat(few.verified()).as(few.message()).isNull();
    assertThat(few.message()).endsWith("; raise the users");
    assertThat(result(users, null, true, true, 21, 21, 21).verified()).isFalse();
  }

  private static VerificationResult result(double... capacities) {
    return result(FOUND, capacities);
  }

  private static VerificationResult result(SearchResult search, double... figures) {
    return result(search, true, figures);
  }

  /**
   * @param search how the capacities were found; null if the figures are peaks of given loads
   * @param reached whether the raised configuration could not do all that was requested
   */
  private static VerificationResult result(
      SearchResult search, boolean reached, double... figures) {
    return result(PLAN, search, reached, reached, figures);
  }

  private static VerificationResult result(
      Plan plan, SearchResult search, boolean saturated, boolean reached, double... figures) {
    Verification next = Verifications.next(plan, diagnosed("Application/Cpu")).orElseThrow();
    Plan verifying = Planner.plan("t", plan.spec(), PodSettings.NONE, List.of(), next);
    List<Measured> measured = new ArrayList<>();
    for (Configuration one : verifying.configurations()) {
      TrialResult result =
          diagnosed(MeasuredRounds.result(20, 20, 20), "Application/Cpu").withSearch(search);
      if (one.variant().equals("verify")) {
        List<RoundFigures> rounds = new ArrayList<>();
        for (int i = 0; i < figures.length; i++) {
          RoundFiguresBuilder round = RoundFiguresBuilder.builder(result.rounds().get(i));
          rounds.add(
              search == null
                  ? round.peakPerSecond(figures[i]).build()
                  : round.capacityPerSecond(figures[i]).build());
        }
        result = result.with(same -> same.rounds(rounds).saturated(saturated).peakReached(reached));
      }
      measured.add(new Measured(one, result));
    }
    return Verifications.result(verifying, measured);
  }

  private static Map<String, ScalabilityTrialStatus> diagnosed(String resource) {
    return diagnosed(
        BottleneckBuilder.builder().verdict(BottleneckVerdict.LIMITED).resource(resource).build());
  }

  private static Map<String, ScalabilityTrialStatus> diagnosed(Bottleneck found) {
    Map<String, ScalabilityTrialStatus> statuses = new TreeMap<>();
    PLAN.configurations()
        .forEach(
            one ->
                statuses.put(
                    one.name(),
                    Given.succeeded(50, 3)
                        .withResult(MeasuredRounds.result(20, 20, 20).withBottleneck(found))));
    return statuses;
  }

  private static TrialResult diagnosed(TrialResult result, String resource) {
    return result.withBottleneck(
        BottleneckBuilder.builder().verdict(BottleneckVerdict.LIMITED).resource(resource).build());
  }
}
