package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The application's transactions and the size of their data. */
// The first rule is asked of the default {} of the schema, too, which has no name yet.
@ValidationRule(
    value = "(has(self.name) && self.name == 'own') == has(self.own)",
    fieldPath = ".own",
    message = "own must be given for the workload own, and for no other")
@ValidationRule(
    value = "!has(self.bookstore) || self.name == 'bookstore'",
    fieldPath = ".bookstore",
    message = "bookstore must not be given for any other workload than bookstore")
@ValidationRule(
    value = "!has(self.cart) || self.name == 'cart'",
    fieldPath = ".cart",
    message = "cart must not be given for any other workload than cart")
@ValidationRule(
    value = "!has(self.cells) || self.name == 'cells'",
    fieldPath = ".cells",
    message = "cells must not be given for any other workload than cells")
@ValidationRule(
    value = "!has(self.portal) || self.name == 'portal'",
    fieldPath = ".portal",
    message = "portal must not be given for any other workload than portal")
@ValidationRule(
    value = "!has(self.ecperf) || self.name == 'ecperf'",
    fieldPath = ".ecperf",
    message = "ecperf must not be given for any other workload than ecperf")
@ValidationRule(
    value =
        "!has(self.mix) || self.mix.map(name, int(self.mix[name] * 100.0 + 0.5)).sum() == 10000",
    fieldPath = ".mix",
    message = "mix must add up to 100 percent")
@ValidationRule(
    value =
        "!has(self.mix) || self.mix.all(name, double(int(self.mix[name] * 100.0 + 0.5)) / 100.0 == self.mix[name])",
    fieldPath = ".mix",
    message = "mix must have percents with two decimals at the most")
@ValidationRule(
    value =
        "!has(self.mix) || self.mix.all(name, name in {'ecperf': ['newOrder', 'changeOrder', 'orderStatus', 'customerStatus',"
            + " 'workOrder'], 'bookstore': ['session'], 'cart': ['visit'], 'cells': ['call'], 'portal': ['visit'], 'own': []}[self.name])",
    fieldPath = ".mix",
    message =
        "mix must name transactions of the workload: ecperf has newOrder, changeOrder, orderStatus and customerStatus, and with"
            + " ecperf: {} workOrder; bookstore session, cart visit, cells call, portal visit; own has its shares in own.transactions")
@ValidationRule(
    value =
        "!has(self.mix) || !('workOrder' in self.mix) || has(self.ecperf) || self.name != 'ecperf'",
    fieldPath = ".mix",
    message =
        "mix must not name workOrder unless ecperf is given, if only as {}: without it there are no suppliers, and"
            + " production lines run out of parts")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkloadSpec(
    @JsonPropertyDescription(
            "The workload: ecperf (order entry of the customer domain: 50 % new order, 20 % change order, 20 % order"
                + " status, 10 % customer status; the whole of ECperf, with production lines and suppliers, where ecperf is"
                + " given), bookstore (sessions of readers who look, choose and buy; the state of"
                + " a session is kept where its settings say), cart (visits to a shopping cart; all state is in the"
                + " session, and there is no database), cells (calls of beans that draw random numbers, allocate, leak and"
                + " throw as a table says; neither session nor database), portal (customers ask for the status of orders and"
                + " tickets, beside a constant stream of orders) or own (your own application and transactions, in the images"
                + " of system.application and load; there is no database). Default ecperf.")
        @Default("ecperf")
        WorkloadName name,
    @JsonPropertyDescription(
            "Size of the dataset. ecperf: 150 customers, 100 items and 750 orders for each unit; bookstore: 150 readers"
                + " and 100 books; portal: 150 customers with 5 orders and 2 tickets each. At least one for each 20 transactions per second of the highest of load.rates,"
                + " and for each 150 of load.users."
                + " Default 10.")
        @Min(1)
        @Max(1000)
        @Default("10")
        Integer scale,
    @JsonPropertyDescription("Settings of the workload bookstore; not given: their defaults.")
        BookstoreSpec bookstore,
    @JsonPropertyDescription("Settings of the workload cart; not given: their defaults.")
        CartSpec cart,
    @JsonPropertyDescription(
            "Shares of the transactions, in percent: numbers with two decimals at the most that add up to 100, by the names of"
                + " the workload's transactions. Not given: the workload's usual mix, which with ecperf: {} is newOrder 31.25,"
                + " changeOrder 12.5, orderStatus 12.5, customerStatus 6.25 and workOrder 37.5.")
        @Size(min = 1, max = 10)
        Map<String, @Min(0) @Max(100) Double> mix,
    @JsonPropertyDescription("Settings of the workload cells; not given: their defaults.")
        CellsSpec cells,
    @JsonPropertyDescription("Settings of the workload portal; not given: their defaults.")
        PortalSpec portal,
    @JsonPropertyDescription("What your own application and transactions are like.") OwnSpec own,
    @JsonPropertyDescription(
            "Settings of the whole of ecperf; {} takes their defaults. Production lines then make what is ordered, in work"
                + " orders (the transaction workOrder), and an emulator of outside suppliers delivers the parts."
                + " At the usual mix load.users are eights: eight are five order clients and three production lines,"
                + " ECperf's injection rate 1; load.rates is the open alternative. Not given: order entry alone.")
        EcperfSpec ecperf) {

  /** Items that a new order puts into its cart, one request each; another request checks it out. */
  public static final int ITEMS_PER_ORDER = 3;

  private static final Map<String, Double> ORDER_ENTRY =
      Map.of("newOrder", 50.0, "changeOrder", 20.0, "orderStatus", 20.0, "customerStatus", 10.0);

  /** Whether it keeps its data in a database. */
  public boolean usesDatabase() {
    return name.usesDatabase();
  }

  /** The file that its servers need, where they need one. */
  public Optional<ConfigMapKey> file() {
    return Optional.ofNullable(cells).map(CellsSpec::table);
  }

  /** Whether connections are kept for further requests. */
  public boolean keepsConnections() {
    return cells == null || cells.keepAlive();
  }

  /** Whether outside suppliers deliver to its servers. */
  public boolean usesSuppliers() {
    return ecperf != null;
  }

  /** Whether transactions wait in queues of its servers until listeners there take them. */
  public boolean usesQueues() {
    return name == WorkloadName.PORTAL && portal.ordersPerSecond() > 0;
  }

  /** The shares of its transactions, in percent: those that were given, else the usual ones. */
  public Map<String, Double> mixAsked() {
    if (mix != null) {
      return mix;
    }
    return switch (name) {
      case ECPERF -> ecperf == null ? ORDER_ENTRY : EcperfSpec.USUAL_MIX;
      case BOOKSTORE -> Map.of("session", 100.0);
      case CART, PORTAL -> Map.of("visit", 100.0);
      case CELLS -> Map.of("call", 100.0);
      case OWN ->
          own.transactions().stream()
              .collect(
                  Collectors.toMap(OwnSpec.Share::name, share -> share.percent().doubleValue()));
    };
  }

  /** Requests of its longest transaction. */
  public int mostRequests() {
    return switch (name) {
      case ECPERF -> ecperf == null ? ITEMS_PER_ORDER + 1 : EcperfSpec.REQUESTS_OF_A_WORK_ORDER;
      // Home, login, each book looked at and put, one taken out, confirmed and bought.
      case BOOKSTORE -> 2 * bookstore.booksPerSession() + 5;
      case CART -> cart.productsPerVisit() + 2; // it looks at the cart, and drops it
      case CELLS -> 1;
      case PORTAL -> portal.requestsPerVisit();
      case OWN -> own.requestsPerTransaction();
    };
  }

  /** The shortest pause between two requests of a transaction, in milliseconds. */
  public int leastThinkMillis() {
    return switch (name) {
      case ECPERF, PORTAL -> 0;
      case BOOKSTORE -> bookstore.leastThinkMillis();
      case CART -> cart.leastThinkMillis();
      case CELLS -> cells.leastThinkMillis();
      case OWN -> own.leastThinkMillis();
    };
  }

  /** How long a transaction pauses in the mean, in milliseconds. */
  public double meanThinkMillis() {
    return (mostRequests() - 1) * (leastThinkMillis() + mostThinkMillis()) / 2.0
        + meanStationsMillis();
  }

  /** How long a transaction is at the stations of a production line in the mean. */
  public double meanStationsMillis() {
    return stationsMillis() * mixAsked().getOrDefault(EcperfSpec.WORK_ORDER, 0.0) / 100;
  }

  /**
   * How long a transaction is at most at the stations of a production line, in milliseconds: pauses
   * that no setting takes away.
   */
  public int stationsMillis() {
    return ecperf == null ? 0 : EcperfSpec.STATIONS_MILLIS;
  }

  /** The longest pause between two requests of a transaction, in milliseconds. */
  public int mostThinkMillis() {
    return switch (name) {
      case ECPERF, PORTAL -> 0;
      case BOOKSTORE -> bookstore.mostThinkMillis();
      case CART -> cart.mostThinkMillis();
      case CELLS -> cells.longestPauseMillis();
      case OWN -> own.mostThinkMillis();
    };
  }
}
