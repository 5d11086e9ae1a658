package dev.scalelab.load.settings;

/** Every environment variable that the load generator reads, with unit, default and rule. */
public enum Setting {
  TARGET_URL("URL", null, "http or https, host, no query", "where the requests go"),
  RATES(
      "transactions/s",
      "",
      "1 to 100 numbers above 0 and at most 100000, separated by commas; this or USERS",
      "arrival rate of business transactions in each step, whatever the servers answer (open model)"),
  USERS(
      "users",
      "",
      "1 to 100 whole numbers from 1 to 50000, separated by commas; this or RATES",
      "users in each step, each of whom begins a transaction when the one before is over (closed model)"),
  STEP_SECONDS("s", "30", "1 to 3600", "length of a step, ramp and warm-up included"),
  WARM_UP_SECONDS(
      "s",
      "10",
      "0 to 3599, less than STEP_SECONDS",
      "part at the start of each step that is not measured"),
  RAMP_SECONDS(
      "s",
      "5",
      "0 to 3599, at most WARM_UP_SECONDS",
      "linear ramp at the start of each step, from the level before it"),
  WORKLOAD("name", "ecperf", "ecperf, bookstore, cart, cells, portal or own", "what the users do"),
  SCALE(
      "factor",
      "10",
      "1 to 1000",
      "scale of the dataset: 150 customers (bookstore: readers), 100 items (books) and 750 orders for each unit; portal: 150 customers"),
  SEED("number", "1", "a whole number of 64 bits", "same seed: same transactions, same data"),
  MIX(
      "%",
      "",
      "NAME=PERCENT pairs separated by commas, names of the workload's transactions, percents with two decimals at the"
          + " most that add up to 100; own: each of them is named",
      "shares of the transactions; empty takes the workload's usual ones, which own has none of"),
  ITEMS_PER_ORDER(
      "items",
      "3",
      "1 to 50",
      "different items put into the cart of a new order, one request each"),
  PRODUCTS_PER_VISIT(
      "products",
      "10",
      "1 to 100; 2 or more where WORKLOAD is bookstore",
      "products put into a cart in a visit, one request each; bookstore: books put into a basket, of which one is taken"
          + " out again"),
  THINK_MILLIS(
      "ms",
      "0",
      "one whole number or two as MIN-MAX, 0 to 600000; 0 where WORKLOAD is ecperf or portal",
      "pause before each further request of a visit, and between a user's visits, drawn evenly; not part of a"
          + " visit's time"),
  REQUEST_TIMEOUT_MILLIS(
      "ms", "10000", "1 to 600000", "a request without its whole response by then has failed"),
  MAX_IN_FLIGHT(
      "transactions",
      "2000",
      "1 to 50000",
      "open model: open transactions at a time; one that is due beyond them is not sent and fails as shed"),
  IDLE_CONNECTION_SECONDS(
      "s",
      "4",
      "1 to 3600",
      "a kept-alive connection unused for so long is closed; keep it under the server's own limit"),
  RUN(
      "name",
      "local",
      "1 to 253 letters, digits, '.', '_' or '-'",
      "name of the run in the records"),
  MODE("name", "measure", "measure or warmup", "warmup: the same traffic, but no step is recorded"),
  MAX_TRANSACTIONS(
      "transactions",
      "0",
      "0 to 1000000000, 0 unless MODE is warmup",
      "the warm-up ends early when so many have completed; 0 is never"),
  CELLS_MIX(
      "weights",
      "3=1,6=1,7=1,8=1,10=1",
      "NAME=WEIGHT pairs separated by commas, 1 to 100 different names of letters, digits and '-', whole weights from 1"
          + " to 100",
      "cells: configurations that are called, as often as their weights say"),
  CELLS_KEEP_ALIVE(
      "true or false",
      "true",
      "true or false",
      "cells: false sends HTTP/1.0, each request over a connection of its own, closed after the answer"),
  CELLS_CLIENTS(
      "shares",
      "",
      "PERCENT:THINK_MILLIS:KEEP_ALIVE triples separated by commas, 1 to 20 different ones, whole percents from 1 that add"
          + " up to 100, think times from 0 to 600000 ms, true or false; empty unless WORKLOAD is cells and USERS is given,"
          + " and beside it neither THINK_MILLIS nor CELLS_KEEP_ALIVE",
      "cells: kinds of users, in exactly these shares: how long each thinks before a call, and whether it keeps its"
          + " connections; empty: all are as THINK_MILLIS and CELLS_KEEP_ALIVE say"),
  METRICS_PORT(
      "port", "9102", "0 to 65535", "Prometheus metrics at /metrics; 0 takes any free port"),
  REQUESTS_PER_VISIT("requests", "10", "1 to 100", "portal: requests for statuses in a visit"),
  STREAM_RATE(
      "transactions/s",
      "0",
      "a number from 0 to 10000; 0 unless WORKLOAD is portal",
      "portal: orders that arrive evenly from the start to the end of the run, beside the users; 0"
          + " is none"),
  GENERATORS(
      "generators",
      "1",
      "1 to 16, at most the users of every step, or the arrivals in the measured part of every step",
      "load generators that share this run: each drives its part of the load that all other settings ask for"),
  GENERATOR("number", "0", "0 to 15, less than GENERATORS", "which of them this one is"),
  TOGETHER_URL(
      "URL",
      "",
      "http, host and port alone; required where GENERATORS is more than 1",
      "where generator 0 is met, which listens there, so that all begin at the same moment"),
  TOGETHER_SECONDS(
      "s",
      "120",
      "1 to 86400",
      "how long a generator waits for the others; without them the run fails"),
  HEAP(
      "size",
      "256m",
      "a number with k, m or g, as java's -Xmx takes it",
      "largest Java heap (read by the start script)"),
  JAVA_OPTS_APPEND(
      "options", "", "what java takes", "more options for java (read by the start script)"),
  REQUESTS_PER_TRANSACTION(
      "requests", "100", "1 to 1000", "own: most requests that one of the transactions may have"),
  OWN_JARS(
      "folder",
      "lib/own",
      "a folder; one that is not there has no jars",
      "own: the jars of the transactions, all on the class path (read by the start script)"),
  LARGE_ORDER_PERCENT(
      "%",
      "0",
      "0 to 100, 0 unless WORKLOAD is ecperf",
      "ecperf: so many of a hundred new orders are large, and production lines take large orders first"),
  LARGE_ORDER_PIECES(
      "pieces",
      "100",
      "1 to 999999; where there are large orders, at most 10000 for each of ITEMS_PER_ORDER, and more than"
          + " ITEMS_PER_ORDER unless all are large",
      "ecperf: a large order has so many pieces or more, any other fewer; as the servers' setting of that name"),
  PACING_MILLIS(
      "ms",
      "0",
      "0 to 600000, 0 unless WORKLOAD is ecperf and USERS is given",
      "ecperf: mean time from the begin of a user's transaction to that of its next one, drawn exponentially and cut"
          + " at five times the mean; one that takes longer is followed by the next at once"),
  TRANSACTIONS_PER_USER(
      "transactions",
      "0",
      "0 to 100000, 0 unless USERS is given, and where WORKLOAD is portal or GENERATORS is more than 1",
      "closed model: the measured part of each step ends when every user has done so many in it, and with the step at"
          + " the latest; 0: with the step");

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
