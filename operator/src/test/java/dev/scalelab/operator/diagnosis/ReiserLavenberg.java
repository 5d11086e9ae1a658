package dev.scalelab.operator.diagnosis;

import java.util.List;

/** Mean value analysis of single servers, by the recursion that Reiser and Lavenberg published. */
record ReiserLavenberg(double throughput, double responseSeconds) {

  static ReiserLavenberg of(List<Double> demands, double thinkSeconds, int users) {
    double[] queues = new double[demands.size()];
    ReiserLavenberg solved = new ReiserLavenberg(0, 0);
    for (int n = 1; n <= users; n++) {
      double[] residence = new double[queues.length];
      double response = 0;
      for (int k = 0; k < queues.length; k++) {
        residence[k] = demands.get(k) * (1 + queues[k]);
        response += residence[k];
      }
      solved = new ReiserLavenberg(n / (response + thinkSeconds), response);
      for (int k = 0; k < queues.length; k++) {
        queues[k] = solved.throughput() * residence[k];
      }
    }
    return solved;
  }
}
