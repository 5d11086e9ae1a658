package dev.scalelab.operator.analysis;

/**
 * A sum that does not lose the low digits of its terms (Kahan's), as that of a stream, without the
 * stream's garbage.
 */
final class Sum {
  private double high;
  private double lost;

  void add(double value) {
    double term = value - lost;
    double next = high + term;
    lost = next - high - term;
    high = next;
  }

  double total() {
    return high - lost;
  }
}
