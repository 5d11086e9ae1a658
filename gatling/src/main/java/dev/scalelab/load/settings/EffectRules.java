package dev.scalelab.load.settings;

import dev.scalelab.load.profile.Keys;
import dev.scalelab.load.profile.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses settings that would have no effect.
 *
 * @param closed whether users stay, instead of arriving at a rate
 * @param poisson whether arrivals are random
 * @param spikePercent part of the measured arrivals that come at once
 * @param cartAtClient whether clients keep their carts
 */
record EffectRules(
    Workload workload,
    boolean closed,
    boolean poisson,
    int spikePercent,
    Keys keys,
    boolean cartAtClient) {

  /** All violations, each with its variable. */
  List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (closed && poisson) {
      violations.add(
          Setting.ARRIVALS
              + ": must be even: with USERS no user arrives at a rate (it is 'poisson')");
    }
    if (closed && spikePercent > 0) {
      violations.add(
          "%s: must be 0: with USERS no user arrives at a rate (it is '%d')"
              .formatted(Setting.SPIKE_PERCENT, spikePercent));
    }
    boolean withoutDataset =
        workload == Workload.CART || workload == Workload.CELLS || workload == Workload.CUSTOM;
    if (withoutDataset && keys != Keys.ROUNDS) {
      violations.add(
          "%s: must be rounds: %s has no dataset (it is '%s')"
              .formatted(Setting.KEYS, workload.label(), keys.label()));
    }
    if (cartAtClient && workload != Workload.CART) {
      violations.add(
          Setting.CART_STATE + ": must be server: only cart has a cart to keep (it is 'client')");
    }
    return violations;
  }
}
