package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.support.Quotas;
import dev.scalelab.operator.testbed.ClusterWatch;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments that wait cost nothing, and are woken by what they wait for. */
class WaitingOnApiServerTest {
  private static final int MANY = 12;

  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();
  @RegisterExtension final Played played = new Played(api);

  private final Neighbours neighbours =
      new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());
  private MortalClient client;
  private ClusterWatch cluster;
  private ResultWatch watch;
  private Operator operator;

  /** Whether the API server does not say which kinds it serves. */
  private volatile boolean undiscoverable;

  @BeforeEach
  void start() {
    client = new MortalClient(api.client(), played.endpoints());
    cluster =
        new ClusterWatch(api.client(), Timing.ofMachine()) {
          @Override
          public boolean serves(ResourceDefinitionContext kind) {
            if (undiscoverable) {
              throw new KubernetesClientException("no answer");
            }
            return super.serves(kind);
          }
        };
    cluster.start(null);
    watch = Watches.results(api, new ResultGauges(new SimpleMeterRegistry()), neighbours);
    operator =
        Operator.watching(
            client.client(), played.endpoints().prometheus(), api.namespace(), cluster, neighbours);
    await("nodes and experiments are known", operator.wakeups()::ready);
    await("the nodes", cluster::watchesNodes);
    await("the other experiments", neighbours::known);
  }

  @AfterEach
  void stop() {
    api.client().resources(ScalabilityExperiment.class).inNamespace(api.namespace()).delete();
    watch.stop(null);
    cluster.stop(null);
    client.close();
  }

  @Test
  void whoWaitsForANodeAsksNobodyAndIsWokenByTheNode() {
    List<ScalabilityExperiment> waiting = applied("node", "{disk: ssd}");
    waiting.forEach(this::pass);
    await("all of them", () -> neighbours.waiting() == MANY);
    waiting.forEach(this::pass); // some named an older one while it was not known to stand aside

    assertThat(requestsOfPasses(waiting)).isZero();
    assertThat(reason(waiting.get(0))).isEqualTo(Reason.NO_MATCHING_NODE.text());
    assertThat(woken()).isEmpty();

    label("played-load", "disk", "ssd");
    List<ResourceID> woken = new ArrayList<>();
    await("all are woken, a few at a time", () -> woken.addAll(woken()) && woken.size() == MANY);
    label("played-load", "disk", null);
  }

  @Test
  void whoWaitsForAnotherAsksNobodyAndIsWokenWhenItsTurnComes() {
    ScalabilityExperiment first = applied("first", 0, "{}");
    pass(first);
    List<ScalabilityExperiment> waiting = applied("later", "{}");
    await("all of them", () -> neighbours.waiting() == MANY);
    waiting.forEach(this::pass);
    await("their reason", () -> reason(waiting.get(MANY - 1)).equals(Reason.QUEUED.text()));
    woken();

    assertThat(requestsOfPasses(waiting)).isZero();
    assertThat(message(waiting.get(3))).contains("/first, which has started");

    api.client().resource(first).delete();
    List<ResourceID> woken = new ArrayList<>();
    await("one is woken", () -> woken.addAll(woken()) && !woken.isEmpty());
    assertThat(woken).containsExactly(ResourceID.fromResource(waiting.get(0)));
  }

  @Test
  void oneThatGetsThroughAQuotaWakesTheOthers() {
    Quotas.inForce(api, "1");
    List<ScalabilityExperiment> waiting = applied("quota", "{}");
    await(
        "all stand aside, each once the watch has seen that those before it do",
        () -> {
          waiting.forEach(this::pass);
          return neighbours.aside().size() == MANY;
        });
    woken();
    assertThat(woken()).isEmpty();

    Quotas.remove(api);
    pass(waiting.get(5));
    List<ResourceID> woken = new ArrayList<>();
    Set<ResourceID> others = new HashSet<>();
    waiting.forEach(each -> others.add(ResourceID.fromResource(each)));
    others.remove(ResourceID.fromResource(waiting.get(5)));
    await("the others", () -> woken.addAll(woken()) && woken.containsAll(others));
  }

  @Test
  void whoCannotLearnWhatTheClusterServesIsNotRejectedForIt() {
    ScalabilityExperiment waiting = applied("first", 0, "{disk: tape}");
    await(
        "that it waits",
        () -> {
          pass(waiting);
          return stored(waiting).getStatus() != null;
        });
    undiscoverable = true;
    assertThatThrownBy(() -> pass(waiting)).isInstanceOf(KubernetesClientException.class);
    assertThat(stored(waiting).getStatus().phase()).isEqualTo(Phase.QUEUED);

    undiscoverable = false;
    pass(waiting);
    assertThat(reason(waiting)).isEqualTo(Reason.NO_MATCHING_NODE.text());
  }

  private List<ResourceID> woken() {
    List<ResourceID> woken = new ArrayList<>();
    operator.wakeups().look(woken::add);
    return woken;
  }

  private int requestsOfPasses(List<ScalabilityExperiment> waiting) {
    List<ScalabilityExperiment> now = waiting.stream().map(this::stored).toList();
    int before = client.requests();
    now.forEach(this::atItsPace);
    return client.requests() - before;
  }

  private void pass(ScalabilityExperiment experiment) {
    atItsPace(stored(experiment));
  }

  /** While one is measured, the others have to be slow enough to be looked at. */
  private void atItsPace(ScalabilityExperiment experiment) {
    operator.pass(experiment);
    LockSupport.parkNanos(1_000_000_000L / Pace.PER_SECOND);
  }

  private List<ScalabilityExperiment> applied(String name, String selector) {
    return IntStream.range(0, MANY).mapToObj(i -> applied(name, i, selector)).toList();
  }

  private ScalabilityExperiment applied(String name, int number, String selector) {
    ScalabilityExperiment experiment =
        Experiments.with(
            Experiments.cart(api.namespace()),
            "system: {balancer: {pod: {nodeSelector: %s}}}".formatted(selector));
    experiment
        .getMetadata()
        .setName(number == 0 && name.equals("first") ? name : name + number(number));
    experiment.getMetadata().setUid(null);
    return api.client().resource(experiment).create();
  }

  private static String number(int number) {
    return "-%02d".formatted(number);
  }

  private ScalabilityExperiment stored(ScalabilityExperiment experiment) {
    return api.client().resource(experiment).get();
  }

  private String reason(ScalabilityExperiment experiment) {
    return stored(experiment).getStatus() == null
        ? ""
        : stored(experiment).getStatus().conditions().get(0).getReason();
  }

  private String message(ScalabilityExperiment experiment) {
    return stored(experiment).getStatus().conditions().get(0).getMessage();
  }

  private static void label(String node, String key, String value) {
    api.client()
        .nodes()
        .withName(node)
        .edit(
            found -> {
              NodeBuilder changed = new NodeBuilder(found);
              return value == null
                  ? changed.editMetadata().removeFromLabels(key).endMetadata().build()
                  : changed.editMetadata().addToLabels(key, value).endMetadata().build();
            });
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(100))
        .until(met);
  }
}
