package dev.scalelab.operator.reconcile;

/**
 * Times at which a test's operator dies; the next one only has the state in the API server. Tests
 * of parts leave out {@link #AFTER_EACH_PASS}, which simulated schedules have as well.
 */
enum Kill {
  NEVER,
  AFTER_EACH_PASS,
  AFTER_EACH_WRITE
}
