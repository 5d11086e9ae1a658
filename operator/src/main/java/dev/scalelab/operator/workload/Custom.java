package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.Map;

/** The user's own application and transactions, in the user's own images. */
final class Custom extends Workload {
  Custom(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
  }

  @Override
  public String label() {
    return "custom";
  }

  @Override
  public boolean usesBundledApplication() {
    return false;
  }

  @Override
  public boolean reportsMembers() {
    return spec.custom().clustered();
  }

  @Override
  public boolean reportsFigures() {
    return false;
  }

  @Override
  Map<String, Integer> usualMix() {
    return Map.of(); // the experiment must give one
  }

  @Override
  boolean mustSendMix() {
    return true;
  }

  @Override
  public int maxRequests() {
    return spec.custom().requestsPerTransaction();
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    return Map.of("REQUESTS_PER_TRANSACTION", spec.custom().requestsPerTransaction());
  }
}
