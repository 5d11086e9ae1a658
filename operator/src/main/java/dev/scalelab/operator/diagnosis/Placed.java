package dev.scalelab.operator.diagnosis;

import java.util.List;

/** A figure of one resource. */
interface Placed {

  /** Whose figure it is. */
  Place place();

  /** The figure of a resource; null if it is unknown. Looking through a few needs no map. */
  static <T extends Placed> T of(Place place, List<T> figures) {
    for (int i = 0; i < figures.size(); i++) {
      if (figures.get(i).place().equals(place)) {
        return figures.get(i);
      }
    }
    return null;
  }

  /** Whether there is a figure of any resource of a kind. */
  static boolean any(Resource kind, List<? extends Placed> figures) {
    for (int i = 0; i < figures.size(); i++) {
      if (figures.get(i).place().resource() == kind) {
        return true;
      }
    }
    return false;
  }
}
