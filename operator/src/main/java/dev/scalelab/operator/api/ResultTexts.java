package dev.scalelab.operator.api;

/** Descriptions of the figures that the results of a trial and of a configuration share. */
final class ResultTexts {
  static final String STEP =
      "Step that requestsPerSecond, the percentiles and errorPercent describe: that of the "
          + "capacity, else that of the peak. Absent with load.search: search.reportedLevel is their load.";

  static final String CAPACITY =
      "Highest throughput of a step that met every objective, in transactions per second; absent when none did. With load.search"
          + " an estimate of the throughput at which they are just met, from the loads that were measured.";

  static final String REQUESTS =
      "HTTP requests answered per second of the step in `step`, those of a stream left "
          + "out; a transaction is one or several. Mean of the valid runs.";

  static final String P50 =
      "Median response time of the step in `step`, from the moment for which each "
          + "transaction was scheduled, in milliseconds.";

  static final String RESOLUTION =
      "How much higher the next step's load is than that of the step of capacityPerSecond, in "
          + "percent: the capacity may be that much higher. Absent without a higher step, and where the capacity was searched for.";

  static final String MEAN =
      "Mean response time of the step in `step`, from the moment for which each transaction was "
          + "scheduled, in milliseconds.";

  static final String P90 =
      "90th percentile of the response times of the step in `step`, in milliseconds.";

  static final String P95 =
      "95th percentile of the response times of the step in `step`, in milliseconds.";

  static final String P99 =
      "99th percentile of the response times of the step in `step`, in milliseconds.";

  static final String SENT_P95 =
      "95th percentile of the times of the step in `step` from the sending, within 1 %, in "
          + "milliseconds: the difference is the delay of the load generator.";

  static final String ERRORS = "Failed transactions of the step in `step`, in percent.";

  static final String HOST =
      "CPU use of the hosts that ran the testbed in the step in `step`, in percent, mean of the valid runs: from 95 on"
          + " the host is the limit, whatever the servers could do.";

  static final String HOST_FULL =
      "Step with the lowest load in which the CPU of the hosts, or of the fullest one, was at least 95 % busy, mean of the "
          + "valid runs: from there on they were the limit. Absent if they never were.";

  static final String RUNS = "Valid runs behind these figures.";

  private ResultTexts() {}
}
