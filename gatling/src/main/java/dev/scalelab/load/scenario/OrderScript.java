package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;

import dev.scalelab.load.engine.Step;
import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.OrderSizes;
import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.TransactionData;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Optional;

/** Order entry and production lines: the workload ecperf. */
final class OrderScript implements Script {
  private final Dataset dataset;
  private final Thinking atAStation = new Thinking(ProductionLine.AT_A_STATION);
  private final int itemsPerOrder;
  private final long seed;
  private final int generator;
  private final OrderSizes sizes;
  private final boolean largeOrders;

  OrderScript(Settings settings) {
    this.dataset = settings.workload().dataset();
    this.itemsPerOrder = settings.workload().sizes().itemsPerOrder();
    this.seed = settings.workload().seed();
    this.generator = settings.generators().share().number();
    this.sizes = settings.orderSizes();
    this.largeOrders = settings.workload().sizes().largeOrders().wanted();
  }

  @Override
  public Object data(Turn turn) {
    long number = turn.number();
    return switch ((TransactionType) turn.kind()) {
      case NEW_ORDER ->
          OrderEntry.withCart(sizes.sized(sampled(itemsPerOrder, number), turn.place()));
      case CANCEL_ORDER -> OrderEntry.withCart(sizes.small(sampled(itemsPerOrder, number)));
      case WORK_ORDER, CANCEL_WORK_ORDER ->
          OrderEntry.of(TransactionData.ofWorkOrder(dataset, seed, number));
      case CHANGE_ORDER -> OrderEntry.of(sampled(itemsPerOrder, number));
      default -> OrderEntry.of(sampled(0, number));
    };
  }

  private TransactionData sampled(int lines, long number) {
    return TransactionData.of(dataset, lines, seed, number);
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return switch ((TransactionType) kind) {
      case NEW_ORDER -> exec(fillCart(recorded), recorded.of(OrderRequests.createOrder(generator)));
      case CANCEL_ORDER ->
          exec(
              fillCart(recorded),
              recorded.of(OrderRequests.createOrderToCancel()),
              recorded.of(OrderRequests.cancelOrder()));
      case CHANGE_ORDER -> recorded.of(OrderRequests.changeOrder());
      case ORDER_STATUS -> recorded.of(OrderRequests.orderStatus());
      case CUSTOMER_STATUS -> recorded.of(OrderRequests.customerStatus());
      case WORK_ORDER ->
          exec(
              schedule(recorded),
              atAStation.before(recorded.of(OrderRequests.passStation(1))),
              atAStation.before(recorded.of(OrderRequests.passStation(2))),
              atAStation.before(recorded.of(OrderRequests.passStation(3))),
              recorded.of(OrderRequests.completeWork()));
      case CANCEL_WORK_ORDER ->
          exec(
              recorded.of(OrderRequests.scheduleWork()),
              atAStation.before(recorded.of(OrderRequests.passStation(1))),
              recorded.of(OrderRequests.cancelWork()));
      default -> throw new IllegalArgumentException(kind + " is of another workload");
    };
  }

  private ChainBuilder fillCart(Recorded recorded) {
    return repeat(itemsPerOrder).on(recorded.of(OrderRequests.addCartLine()));
  }

  private static Session remember(Session session) {
    if (!session.isFailed() && !OrderRequests.noLargeOrderBegun(session)) {
      Transaction.of(session).data(OrderEntry.class).makeToOrder();
    }
    return session;
  }

  @Override
  public boolean isLarge(Transaction transaction) {
    return transaction.data(OrderEntry.class).isMadeToOrder();
  }

  @Override
  public Optional<HttpRequestActionBuilder> stateRequest() {
    return Optional.of(OrderRequests.showCart());
  }

  /** Large orders first: their customers wait, while the items of planned lines go to the store. */
  private ChainBuilder schedule(Recorded recorded) {
    ChainBuilder planned = recorded.of(OrderRequests.scheduleWork());
    return largeOrders
        ? exec(
            recorded.of(OrderRequests.scheduleLargeWork()),
            Step.exec(OrderScript::remember),
            doIf(session -> !session.isFailed() && OrderRequests.noLargeOrderBegun(session))
                .then(planned))
        : planned;
  }
}
