package dev.scalelab.operator.health;

import dev.scalelab.operator.api.Reason;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/**
 * Differences between the served CRDs and the operator's, as last seen; none before the first
 * check.
 */
@ApplicationScoped
public class CrdDifferences {
  private volatile List<ServedCrds.Difference> all = List.of();

  void seen(List<ServedCrds.Difference> differences) {
    all = List.copyOf(differences);
  }

  /** Every difference. */
  public List<ServedCrds.Difference> all() {
    return all;
  }

  /**
   * Why no experiment can be reconciled: fields that the operator writes into a status, including
   * deadlines, would be dropped. Empty when no CRD is missing a field.
   */
  public Optional<String> older() {
    return all.stream()
        .filter(difference -> difference.reason() == Reason.CRD_OLDER)
        .map(ServedCrds.Difference::message)
        .findFirst();
  }
}
