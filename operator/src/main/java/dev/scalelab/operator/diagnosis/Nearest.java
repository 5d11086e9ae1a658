package dev.scalelab.operator.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is nearest to its limit where no resource is the limit.
 *
 * @param full slots that are full, but held longer than with little load
 * @param unclear slots that are full, and of which it is unknown how long they are held
 * @param others of the other CPUs and slots the one that is used most; none if nothing is known
 */
record Nearest(List<Limit> full, List<Limit> unclear, List<Limit> others) {

  static Nearest of(Contrast contrast) {
    List<Limit> full = new ArrayList<>();
    List<Limit> unclear = new ArrayList<>();
    List<Limit> others = new ArrayList<>();
    for (Limit limit : new Limits(contrast).bounds()) {
      Slots slots = contrast.high().slots(limit.place());
      if (slots == null || !slots.full()) {
        others.add(limit);
      } else {
        (contrast.held(limit.place()).known() ? full : unclear).add(limit);
      }
    }
    others.sort(Comparator.comparingDouble((Limit limit) -> -limit.utilization()));
    return new Nearest(full, unclear, others.subList(0, Math.min(1, others.size())));
  }

  /** All of them. */
  List<Limit> limits() {
    List<Limit> all = new ArrayList<>(full);
    all.addAll(unclear);
    all.addAll(others);
    return all;
  }
}
