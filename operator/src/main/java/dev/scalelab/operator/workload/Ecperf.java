package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.EcperfSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ResponseTimeObjective;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All of ECperf: order clients, production lines and suppliers. */
public final class Ecperf extends OrderEntry {
  /** The usual transaction of production lines. */
  public static final String WORK_ORDER = "workOrder";

  /** A work order that a production line gives up after the first station. */
  public static final String CANCEL_WORK_ORDER = "cancelWorkOrder";

  /** The limit for all transactions together is not stricter than that for the slowest one. */
  private static final int P95_MILLIS = 5000;

  /** Wait for a large order, if there is one, plan, three stations, complete. */
  private static final int REQUESTS_OF_A_WORK_ORDER = 6;

  /** How long a work order stays at a station of its line, in milliseconds. */
  private static final int STATION_MILLIS = 333;

  /** The same at all three stations. */
  private static final int STATIONS_MILLIS = 3 * STATION_MILLIS;

  private final EcperfSpec ecperf;

  Ecperf(WorkloadSpec spec, SystemSpec system) {
    super(spec, system);
    this.ecperf = spec.ecperf();
  }

  @Override
  public boolean usesSuppliers() {
    return true;
  }

  @Override
  public boolean countsBusinessOperations() {
    return true;
  }

  /**
   * Five order clients, of whose transactions half are new orders and a fifth changes, for three
   * production lines.
   */
  @Override
  Map<String, Integer> usualMix() {
    Map<String, Integer> mix = new HashMap<>(super.usualMix());
    mix.put(WORK_ORDER, 6);
    return mix;
  }

  /** Five order clients and three production lines; a mix of the user's own has other weights. */
  @Override
  public int usersTogether() {
    return mix().equals(usualMix()) ? 8 : 1;
  }

  @Override
  boolean mustSendMix() {
    return true;
  }

  @Override
  public Map<String, Double> mixToKeep(LoadSpec load) {
    Map<String, Double> mix = new TreeMap<>(percents());
    if (load.closedModel()) {
      mix.keySet().removeAll(List.of(WORK_ORDER, CANCEL_WORK_ORDER));
    }
    return mix;
  }

  @Override
  public int maxRequests() {
    return REQUESTS_OF_A_WORK_ORDER;
  }

  @Override
  int stationsMillis() {
    return STATIONS_MILLIS;
  }

  @Override
  public double meanStationsMillis() {
    return (STATIONS_MILLIS * percents().getOrDefault(WORK_ORDER, 0.0)
            + STATION_MILLIS * percents().getOrDefault(CANCEL_WORK_ORDER, 0.0))
        / 100;
  }

  @Override
  Map<String, Object> settingsOfLoad() {
    Map<String, Object> settings = super.settingsOfLoad();
    settings.put("LARGE_ORDER_PERCENT", ecperf.largeOrderPercent());
    return settings;
  }

  /** With an open load no client starts a second transaction, so there is no pacing. */
  @Override
  public Map<String, Object> pauses(boolean closedModel) {
    Map<String, Object> pauses = new LinkedHashMap<>(super.pauses(closedModel));
    if (closedModel) {
      pauses.put("PACING_MILLIS", ecperf.pacingMillis());
    }
    return pauses;
  }

  /** Also for clients that start a transaction every pacingMillis. */
  @Override
  public int minScale(LoadSpec load) {
    int pacing = ecperf.pacingMillis();
    int perSecond = pacing == 0 ? 0 : (int) Math.ceil(1000.0 * load.maxUsers() / pacing);
    return Math.max(super.minScale(load), (perSecond + 19) / 20);
  }

  /** ECperf's own limits: 90 % of the transactions of each kind end within that time. */
  @Override
  public List<ResponseTimeObjective> usualResponseTimes() {
    return List.of(
        ResponseTimeObjective.ofPercentile(null, "95", P95_MILLIS),
        ResponseTimeObjective.ofPercentile(NEW_ORDER, "90", 2000),
        ResponseTimeObjective.ofPercentile("changeOrder", "90", 2000),
        ResponseTimeObjective.ofPercentile("orderStatus", "90", 2000),
        ResponseTimeObjective.ofPercentile("customerStatus", "90", 2000),
        ResponseTimeObjective.ofPercentile(WORK_ORDER, "90", 5000));
  }
}
