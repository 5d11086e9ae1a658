package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** The application's transactions and the size of their data. */
@ValidationRule(
    value = "(has(self.name) && self.name == 'cart') == has(self.cart)",
    fieldPath = ".cart",
    message = "cart must be given, if only as {}, for the workload cart, and for no other")
@ValidationRule(
    value = "(has(self.name) && self.name == 'bookstore') == has(self.bookstore)",
    fieldPath = ".bookstore",
    message =
        "bookstore must be given, if only as {}, for the workload bookstore, and for no other")
@ValidationRule(
    value = "(has(self.name) && self.name == 'own') == has(self.own)",
    fieldPath = ".own",
    message = "own must be given for the workload own, and for no other")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkloadSpec(
    @JsonPropertyDescription(
            "The workload: ecperf (order entry of the customer domain: 50 % new order, 20 % change order, 20 % order"
                + " status, 10 % customer status), bookstore (sessions of readers who look, choose and buy; the state of"
                + " a session is kept where its settings say), cart (visits to a shopping cart; all state is in the"
                + " session, and there is no database) or own (your own application and transactions, in the images of"
                + " system.application and load; there is no database).")
        @Default("ecperf")
        WorkloadName name,
    @JsonPropertyDescription(
            "Size of the dataset. ecperf: 150 customers, 100 items and 750 orders for each unit; bookstore: 150 readers"
                + " and 100 books. Default 10.")
        @Min(1)
        @Max(1000)
        @Default("10")
        Integer scale,
    @JsonPropertyDescription("Settings of the workload bookstore.") BookstoreSpec bookstore,
    @JsonPropertyDescription("Settings of the workload cart.") CartSpec cart,
    @JsonPropertyDescription("What your own application and transactions are like.") OwnSpec own) {

  /** Items that a new order puts into its cart, one request each; another request checks it out. */
  public static final int ITEMS_PER_ORDER = 3;

  /** Whether it keeps its data in a database. */
  public boolean usesDatabase() {
    return name.usesDatabase();
  }

  /** Requests of its longest transaction. */
  public int mostRequests() {
    return switch (name) {
      case ECPERF -> ITEMS_PER_ORDER + 1;
      // Home, login, each book looked at and put, one taken out, confirmed and bought.
      case BOOKSTORE -> 2 * bookstore.booksPerSession() + 5;
      case CART -> cart.productsPerVisit() + 2; // it looks at the cart, and drops it
      case OWN -> own.requestsPerTransaction();
    };
  }

  /** The shortest pause between two requests of a transaction, in milliseconds. */
  public int leastThinkMillis() {
    return switch (name) {
      case ECPERF -> 0;
      case BOOKSTORE -> bookstore.leastThinkMillis();
      case CART -> cart.leastThinkMillis();
      case OWN -> own.leastThinkMillis();
    };
  }

  /** How long a transaction pauses in the mean, in milliseconds. */
  public double meanThinkMillis() {
    return (mostRequests() - 1) * (leastThinkMillis() + mostThinkMillis()) / 2.0;
  }

  /** The longest pause between two requests of a transaction, in milliseconds. */
  public int mostThinkMillis() {
    return switch (name) {
      case ECPERF -> 0;
      case BOOKSTORE -> bookstore.mostThinkMillis();
      case CART -> cart.mostThinkMillis();
      case OWN -> own.mostThinkMillis();
    };
  }
}
