package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;

/** What users do, and the size of the data that they work on. */
// The rules allow for an absent type: the API server checks them on the default {}, too.
@ValidationRule(
    value = "!has(self.ecperf) || self.type == 'ECperf'",
    fieldPath = ".ecperf",
    message = "ecperf must not be given for any other type than ECperf")
@ValidationRule(
    value = "!has(self.bookstore) || self.type == 'Bookstore'",
    fieldPath = ".bookstore",
    message = "bookstore must not be given for any other type than Bookstore")
@ValidationRule(
    value = "!has(self.cart) || self.type == 'Cart'",
    fieldPath = ".cart",
    message = "cart must not be given for any other type than Cart")
@ValidationRule(
    value = "!has(self.cells) || self.type == 'Cells'",
    fieldPath = ".cells",
    message = "cells must not be given for any other type than Cells")
@ValidationRule(
    value = "!has(self.portal) || self.type == 'Portal'",
    fieldPath = ".portal",
    message = "portal must not be given for any other type than Portal")
@ValidationRule(
    value = "!has(self.custom) || self.type == 'Custom'",
    fieldPath = ".custom",
    message = "custom must not be given for any other type than Custom")
@ValidationRule(
    value = "!has(self.type) || self.type != 'Custom' || has(self.mix)",
    fieldPath = ".mix",
    message =
        "mix must be given for the type Custom: the weight of every transaction in the load generator's image")
@ValidationRule(
    value =
        "!has(self.thinkTime) || !has(self.type) || self.type in ['Bookstore', 'Cart', 'Cells', 'Custom']",
    fieldPath = ".thinkTime",
    message =
        "thinkTime must not be given for the types OrderEntry, ECperf and Portal: their transactions have no pauses")
@ValidationRule(
    value = "!has(self.cells) || !has(self.cells.clients) || !has(self.thinkTime)",
    fieldPath = ".thinkTime",
    message =
        "thinkTime must not be given beside cells.clients: each kind of client has its own thinkMillis")
@ValidationRule(
    value = "!has(self.keys) || !has(self.type) || !(self.type in ['Cart', 'Cells', 'Custom'])",
    fieldPath = ".keys",
    message =
        "keys must not be given for the types Cart, Cells and Custom: they have no dataset to choose from")
@ValidationRule(
    value = "!has(self.mix) || self.mix.map(name, self.mix[name]).sum() > 0",
    fieldPath = ".mix",
    message = "mix must have a weight above 0")
@ValidationRule(
    value =
        "!has(self.mix) || self.mix.all(name, self.type == 'Custom' ? name.matches('^[a-z][A-Za-z0-9]{0,39}$') : name in"
            + " {'OrderEntry': ['newOrder', 'changeOrder', 'orderStatus', 'customerStatus', 'cancelOrder'], 'ECperf': ['newOrder',"
            + " 'changeOrder', 'orderStatus', 'customerStatus', 'cancelOrder', 'workOrder', 'cancelWorkOrder'],"
            + " 'Bookstore': ['session'], 'Cart': ['visit'],"
            + " 'Cells': ['call', 'page'], 'Portal': ['visit', 'createTicket']}[self.type])",
    fieldPath = ".mix",
    message =
        "mix must name transactions of the workload: OrderEntry has newOrder, changeOrder, orderStatus, customerStatus"
            + " and cancelOrder, ECperf these, workOrder and cancelWorkOrder, Bookstore session, Cart visit, Cells call and page,"
            + " Portal visit and createTicket; those of Custom begin with a lower-case letter and have up to 40 letters and digits")
@ValidationRule(
    value = "!has(self.scale) || self.scale <= 1000 || self.type == 'Portal'",
    fieldPath = ".scale",
    message =
        "scale must be at most 1000 for any other type than Portal, with which it may be 7000")
@ValidationRule(
    value =
        "!has(self.portal) || self.portal.ordersPerSecond <= 20 *"
            + " (has(self.scale) ? self.scale : 1000)",
    fieldPath = ".scale",
    message =
        "scale must be at least a twentieth of workload.portal.ordersPerSecond: else orders in flight are of"
            + " the same few customers")
public record WorkloadSpec(
    @JsonPropertyDescription(
            "OrderEntry (orders and their status, in the customer domain), ECperf (the same, with"
                + " production lines and suppliers), Bookstore (sessions of readers who look,"
                + " choose and buy), Cart (visits to a shopping cart; all state is in the session,"
                + " no database), Cells (calls of beans that calculate, allocate, leak and throw as"
                + " a table says; no session, no database), Portal (customers who request the"
                + " status of orders, with a constant stream of new orders) or Custom (your own"
                + " application and transactions, in the images of system.application and"
                + " load.generators; no database). Default OrderEntry.")
        @Default("OrderEntry")
        WorkloadType type,
    @JsonPropertyDescription(
            "Size of the dataset. OrderEntry and ECperf: 150 customers, 100 items and 750 orders for each unit; Bookstore: 150"
                + " readers and 100 books; Portal: 150 customers with 5 orders and 2 tickets each. At most 1000, with Portal 7000:"
                + " a million customers. Default: what the highest load needs, one unit for each 20 transactions per second and each 150 users, and at least 10.")
        @Min(1)
        @Max(7000)
        Integer scale,
    @JsonPropertyDescription(
            "Weights of the transactions, by name: {newOrder: 5, orderStatus: 1} is five new orders for each status. Default:"
                + " the workload's own mix; Custom has none.")
        @Size(min = 1, max = 16)
        Map<String, @Min(0) @Max(10000) Integer> mix,
    @JsonPropertyDescription(
            "Pauses before each further request of a transaction, and with load.closed between transactions, too. Not part"
                + " of the response time. Only for Bookstore, Cart, Cells and Custom. Default: no pauses.")
        ThinkTimeSpec thinkTime,
    @JsonPropertyDescription(
            "How transactions choose among the dataset's customers, readers and orders: Rounds (each is used once before one is"
                + " used again, so that transactions do not wait for each other's rows), Random (each with the same"
                + " probability) or Skewed (hot rows: a fifth of them by four fifths of the transactions, and so on within"
                + " that fifth). Not for Cart, Cells and Custom. Default Rounds.")
        Keys keys,
    @JsonPropertyDescription("Settings of ECperf.") EcperfSpec ecperf,
    @JsonPropertyDescription("Settings of Bookstore.") BookstoreSpec bookstore,
    @JsonPropertyDescription("Settings of Cart.") CartSpec cart,
    @JsonPropertyDescription("Settings of Cells.") CellsSpec cells,
    @JsonPropertyDescription("Settings of Portal.") PortalSpec portal,
    @JsonPropertyDescription("Settings of Custom.") CustomSpec custom)
    implements OmitsNulls {

  /** The same with a size of the dataset. */
  public WorkloadSpec withScale(int units) {
    return new WorkloadSpec(
        type, units, mix, thinkTime, keys, ecperf, bookstore, cart, cells, portal, custom);
  }
}
