package dev.scalelab.operator.health;

import dev.scalelab.operator.api.Reason;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** How the served CRDs differ from the operator's, as last seen; nothing before they were. */
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
   * Why no experiment can be worked on: what the operator writes into a status, its deadlines
   * included, would be dropped. Empty when no CRD lacks a field.
   */
  public Optional<String> older() {
    return all.stream()
        .filter(difference -> difference.reason() == Reason.CRD_OLDER)
        .map(ServedCrds.Difference::message)
        .findFirst();
  }
}
