package dev.scalelab.load.settings;

/** Every environment variable that the load generator reads, with unit, default and rule. */
public enum Setting {
  TARGET_URL(
      "URL",
      null,
      "1 to 100 URLs separated by commas, each http or https, host, no query",
      "target of all requests; of several, each user gets the next one in turn, and stays there"),
  CLIENT_HEADER(
      "name",
      "",
      "letters, digits and hyphens",
      "header of each request with the name of its user, for a balancer that keeps each user's server; empty: none"),
  RATES(
      "transactions/s",
      "",
      "1 to 100 numbers above 0 and at most 100000, separated by commas; exactly one of RATES and USERS",
      "arrival rate of business transactions in each step, independent of the responses (open model)"),
  ARRIVALS(
      "name",
      "even",
      "even or poisson; even if USERS is set",
      "open model: even: at equal intervals; poisson: at random, as from many independent users, with the same number"
          + " in the ramp, in the rest of the warm-up, and in the measured part of each step"),
  SPIKE_PERCENT(
      "%",
      "0",
      "0 to 90; 0 if USERS is set",
      "open model: percentage of the arrivals in the measured part of each step that come within the second in its middle;"
          + " the others are spread over all of it, as ARRIVALS says"),
  USERS(
      "users",
      "",
      "1 to 100 integers from 1 to 50000, separated by commas; exactly one of RATES and USERS",
      "number of users in each step; each starts a transaction when its previous one has ended (closed model)"),
  STEP_SECONDS("s", "30", "1 to 3600", "length of a step, including ramp and warm-up"),
  WARM_UP_SECONDS(
      "s",
      "10",
      "0 to 3599, less than STEP_SECONDS",
      "time at the start of each step that is not measured, including the ramp"),
  RAMP_SECONDS(
      "s",
      "5",
      "0 to 3599, at most WARM_UP_SECONDS",
      "linear ramp at the start of each step, from the level of the previous step"),
  WORKLOAD(
      "name",
      "ecperf",
      "ecperf, bookstore, cart, cells, portal or custom",
      "workload of the users"),
  SCALE(
      "factor",
      "10",
      "1 to 1000; portal: 1 to 7000",
      "scale of the dataset; per unit: 150 customers (bookstore: readers), 100 items (books) and 750 orders;"
          + " portal: 150 customers"),
  SEED(
      "number",
      "1",
      "a 64-bit integer",
      "the same seed gives the same transactions with the same data"),
  KEYS(
      "name",
      "rounds",
      "rounds, random or skewed; rounds if WORKLOAD is cart, cells or custom",
      "how transactions choose among the customers, readers and orders of the dataset: in rounds, each once; at random;"
          + " or most often the first ones, a fifth of them in four fifths of the transactions"),
  MIX(
      "%",
      "",
      "NAME=PERCENT pairs separated by commas, with names of the workload's transactions; percentages with at most"
          + " two decimals, sum 100; custom: every transaction is listed",
      "percentage of each transaction; empty: the workload's default mix (custom has no default)"),
  ITEMS_PER_ORDER(
      "items",
      "3",
      "1 to 50",
      "different items added to the cart of a new order, one request each"),
  PRODUCTS_PER_VISIT(
      "products",
      "10",
      "1 to 100; at least 2 if WORKLOAD is bookstore",
      "products added to the cart in a visit, one request each; bookstore: books added to the basket, one of which"
          + " is removed again"),
  CART_STATE(
      "name",
      "server",
      "server or client; server unless WORKLOAD is cart",
      "cart: client: the user keeps its cart, and sends it with each request; no server has a session"),
  THINK_MILLIS(
      "ms",
      "0",
      "one integer, or two as MIN-MAX, 0 to 600000; 0 if WORKLOAD is ecperf or portal",
      "pause before each further request of a visit and between a user's visits, uniformly distributed; not part of"
          + " a visit's time"),
  REQUEST_TIMEOUT_MILLIS(
      "ms",
      "10000",
      "1 to 600000",
      "a request fails if its response is not complete within this time"),
  MAX_IN_FLIGHT(
      "transactions",
      "2000",
      "1 to 50000",
      "open model: maximum number of in-flight transactions; a transaction scheduled beyond it is not sent and"
          + " fails as shed"),
  IDLE_CONNECTION_SECONDS(
      "s",
      "4",
      "1 to 3600",
      "keep-alive connections are closed after this idle time; keep it below the server's own limit"),
  RUN(
      "name",
      "local",
      "1 to 253 letters, digits, '.', '_' or '-'",
      "name of the run in the records"),
  MODE("name", "measure", "measure or warmup", "warmup: the same traffic, but no step is recorded"),
  MAX_TRANSACTIONS(
      "transactions",
      "0",
      "0 to 1000000000; 0 unless MODE is warmup",
      "the warm-up ends early once this number of transactions, and those under way then, have completed; 0: no limit"),
  WARM_SECONDS(
      "s",
      "0",
      "0 to 600; 0 unless MODE is warmup",
      "the warm-up does not end early before two successive intervals of this length, after the ramp, in the second of"
          + " which less than 3 % more transactions completed; 0: it does not matter"),
  CELLS_MIX(
      "weights",
      "3=1,6=1,7=1,8=1,10=1",
      "NAME=WEIGHT pairs separated by commas, 1 to 100 different names of letters, digits and '-', integer weights"
          + " from 1 to 100",
      "cells: configurations to call, with their relative weights"),
  CELLS_KEEP_ALIVE(
      "true or false",
      "true",
      "true or false",
      "cells: false sends HTTP/1.0, each request on its own connection, which is closed after the response"),
  CELLS_CLIENTS(
      "%",
      "",
      "PERCENT:THINK_MILLIS:KEEP_ALIVE triples separated by commas, 1 to 20 different ones; integer percentages"
          + " from 1, sum 100; think times from 0 to 600000 ms; true or false; only if WORKLOAD is cells and USERS is"
          + " set, without THINK_MILLIS and CELLS_KEEP_ALIVE",
      "cells: kinds of users in exactly these percentages, each with its think time before a call and whether it"
          + " keeps its connections; empty: THINK_MILLIS and CELLS_KEEP_ALIVE apply to all users"),
  METRICS_PORT(
      "port",
      "9102",
      "0 to 65535",
      "port of the Prometheus metrics, path /metrics; 0: any free port"),
  REQUESTS_PER_VISIT("requests", "10", "1 to 100", "portal: status requests in a visit"),
  STREAM_RATE(
      "transactions/s",
      "0",
      "a number from 0 to 10000; 0 unless WORKLOAD is portal",
      "portal: orders that arrive evenly from the start to the end of the run, in addition to the users' visits; 0:"
          + " no orders"),
  GENERATORS(
      "generators",
      "1",
      "1 to 16, at most the number of users in every step, or of arrivals in the measured part of every step",
      "number of load generators that share this run; each drives its part of the configured load"),
  GENERATOR("number", "0", "0 to 15, less than GENERATORS", "number of this generator"),
  TOGETHER_URL(
      "URL",
      "",
      "http, host and port only; required if GENERATORS is more than 1",
      "where generator 0 listens and the others meet it, so that all start at the same moment"),
  TOGETHER_SECONDS(
      "s",
      "120",
      "1 to 86400",
      "maximum wait for the other generators; if one is missing after it, the run fails"),
  HEAP(
      "size",
      "256m",
      "a number with k, m or g, as java's -Xmx takes it",
      "maximum Java heap (read by the start script)"),
  JAVA_OPTS_APPEND(
      "options", "", "valid java options", "additional java options (read by the start script)"),
  REQUESTS_PER_TRANSACTION(
      "requests", "100", "1 to 1000", "custom: maximum number of requests in a transaction"),
  OWN_JARS(
      "folder",
      "lib/own",
      "a folder; a missing folder counts as empty",
      "custom: the jars of the transactions, all added to the class path (read by the start script)"),
  LARGE_ORDER_PERCENT(
      "%",
      "0",
      "0 to 100; 0 unless WORKLOAD is ecperf",
      "ecperf: percentage of new orders that are large; above 0, production lines take large orders first"),
  LARGE_ORDER_PIECES(
      "pieces",
      "100",
      "1 to 999999; with large orders: at most 10000 times ITEMS_PER_ORDER, and more than ITEMS_PER_ORDER unless"
          + " all orders are large",
      "ecperf: a large order has at least this number of pieces, any other order has fewer; same value as the"
          + " servers' setting of that name"),
  PACING_MILLIS(
      "ms",
      "0",
      "0 to 600000; 0 unless WORKLOAD is ecperf and USERS is set",
      "ecperf: mean time from the start of a user's transaction to the start of its next one, exponentially"
          + " distributed and cut off at five times the mean; after a transaction that takes longer, the next one"
          + " starts at once"),
  TRANSACTIONS_PER_USER(
      "transactions",
      "0",
      "0 to 100000; must be 0 without USERS, with WORKLOAD=portal, and with GENERATORS above 1",
      "closed model: the measured part of each step ends when every user has completed this number of transactions"
          + " in it, at the latest at the end of the step; 0: at the end of the step");

  private final String unit;
  private final String defaultValue;
  private final String rule;
  private final String meaning;

  Setting(String unit, String defaultValue, String rule, String meaning) {
    this.unit = unit;
    this.defaultValue = defaultValue;
    this.rule = rule;
    this.meaning = meaning;
  }

  /** Unit of the value. */
  public String unit() {
    return unit;
  }

  /** Value taken when the variable is absent or empty; null where it must be given. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What a valid value looks like, for a person. */
  public String rule() {
    return rule;
  }

  /** What the value is for, for a person. */
  public String meaning() {
    return meaning;
  }
}
