package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.profile.CellsCall;
import dev.scalelab.load.profile.ClientKinds;
import dev.scalelab.load.profile.ConfigurationMix;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.function.UnaryOperator;

/** Calls of configurations, and static pages: the workload cells. */
final class CellsScript implements Script {
  private static final String STATUS = "status";
  private static final String CONFIGURATION = "configuration";
  private static final String FIELD = "field";

  private final ConfigurationMix configurations;
  private final ClientKinds clients;
  private final TransactionMix mix;

  CellsScript(Settings settings) {
    this.configurations = settings.configurationMix();
    this.clients = settings.clientKinds();
    this.mix = settings.transactionMix();
  }

  @Override
  public Object data(Turn turn) {
    return turn.kind() == TransactionType.CALL
        ? configurations.callOf(mix.sameBefore(turn.place()))
        : turn.kind();
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    if (!clients.someClose()) {
      return requests(kind, recorded, request -> request);
    }
    UnaryOperator<HttpRequestActionBuilder> closing =
        request -> request.header("Connection", "close");
    if (!clients.someKeepAlive()) {
      return requests(kind, recorded, closing);
    }
    return doIfOrElse(UserLoop::keepsAlive)
        .then(requests(kind, recorded, request -> request))
        .orElse(requests(kind, recorded, closing));
  }

  private ChainBuilder requests(
      TransactionKind kind, Recorded recorded, UnaryOperator<HttpRequestActionBuilder> sent) {
    if (kind == TransactionType.CALL) {
      return recorded.of(sent.apply(call()), this::flaw);
    }
    return exec(
        recorded.of(sent.apply(file("index.html"))),
        recorded.of(sent.apply(file("picture-1.png"))),
        recorded.of(sent.apply(file("picture-2.png"))));
  }

  private static HttpRequestActionBuilder file(String name) {
    return expecting(200, http(name).get("/cells/" + name));
  }

  private static HttpRequestActionBuilder call() {
    return http("call")
        .get(session -> "/api/cells/" + call(session).configuration())
        // A bean that throws responds with 500: the failure must contain the configuration's name.
        .check(status().in(200, 500).saveAs(STATUS))
        .check(jsonPath("$.configuration").withDefault("").saveAs(CONFIGURATION))
        .check(jsonPath("$.field").withDefault("").saveAs(FIELD));
  }

  private String flaw(Session session) {
    return call(session)
        .flaw(session.getInt(STATUS), session.getString(CONFIGURATION), session.getString(FIELD));
  }

  private static CellsCall call(Session session) {
    return Transaction.of(session).data(CellsCall.class);
  }
}
