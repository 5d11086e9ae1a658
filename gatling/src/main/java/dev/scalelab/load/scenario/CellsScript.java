package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.profile.CellsCall;
import dev.scalelab.load.profile.ClientKinds;
import dev.scalelab.load.profile.ConfigurationMix;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** Calls of configurations: the workload cells. */
final class CellsScript implements Script {
  private static final String STATUS = "status";
  private static final String CONFIGURATION = "configuration";
  private static final String FIELD = "field";

  private final ConfigurationMix configurations;
  private final ClientKinds clients;

  CellsScript(Settings settings) {
    this.configurations = settings.configurationMix();
    this.clients = settings.clientKinds();
  }

  @Override
  public Object data(Turn turn) {
    return configurations.callOf(turn.place());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    if (!clients.someClose()) {
      return recorded.of(call(), this::flaw);
    }
    if (!clients.someKeepAlive()) {
      return recorded.of(closingCall(), this::flaw);
    }
    return doIfOrElse(UserLoop::keepsAlive)
        .then(recorded.of(call(), this::flaw))
        .orElse(recorded.of(closingCall(), this::flaw));
  }

  private static HttpRequestActionBuilder closingCall() {
    return call().header("Connection", "close");
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
