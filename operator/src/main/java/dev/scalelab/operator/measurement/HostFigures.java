package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * CPU of the machines of some nodes in one window.
 *
 * <p>Several nodes may run on one machine: they report the same boot ID. Their root cgroups are
 * then either the machine's own (one counter, reported by each), or each node's part of it (kind,
 * with private cgroup namespaces). Equal counters are counted once, and different ones added. So
 * every node of a machine is queried, including those of the control plane, which use the same
 * cores.
 */
final class HostFigures {
  /** Maximum difference between readings of the same counter, in seconds of all its cores. */
  private static final double SAME_COUNTER_SECONDS = 1;

  private final WindowQueries window;
  private final String nodes;

  /**
   * Figures of some nodes.
   *
   * @param nodes a regular expression for their names
   */
  HostFigures(WindowQueries window, String nodes) {
    this.window = window;
    this.nodes = nodes;
  }

  /** Use of all cores, in percent; empty without figures of the machines. */
  OptionalDouble busyPercent() {
    Map<String, Machine> machines = machines();
    double cores = machines.values().stream().mapToDouble(machine -> machine.cores).sum();
    double busy = machines.values().stream().mapToDouble(Machine::busySeconds).sum();
    boolean known = machines.values().stream().allMatch(Machine::known);
    return cores > 0 && known
        ? OptionalDouble.of(100 * busy / cores / window.seconds())
        : OptionalDouble.empty();
  }

  private Map<String, Machine> machines() {
    Map<String, Machine> byBoot = new HashMap<>();
    Map<String, Machine> byNode = new HashMap<>();
    for (Figure cores : window.figures(Queries.machineCores(nodes))) {
      String node = cores.label("node");
      String boot = cores.label("boot_id").isEmpty() ? node : cores.label("boot_id");
      Machine machine = byBoot.computeIfAbsent(boot, id -> new Machine(cores.value()));
      if (byNode.put(node, machine) == null) {
        machine.nodes++;
      }
    }
    if (byNode.isEmpty()) {
      return byBoot;
    }
    String all = String.join("|", byNode.keySet());
    Map<String, Double> busy = byNode(window.increases(Queries.machineCpu(all)));
    byNode(window.atEnd(Queries.machineCpu(all)))
        .forEach(
            (node, counter) -> {
              if (byNode.containsKey(node) && busy.containsKey(node)) {
                byNode.get(node).add(counter, busy.get(node));
              }
            });
    return byBoot;
  }

  private static Map<String, Double> byNode(Collection<Figure> figures) {
    Map<String, Double> values = new HashMap<>();
    figures.forEach(figure -> values.put(figure.label("node"), figure.value()));
    return values;
  }

  /** One kernel: its cores, its nodes, and the growth of each of their different counters. */
  private static final class Machine {
    private final double cores;
    private final TreeMap<Double, Double> busy = new TreeMap<>();
    private int nodes;
    private int reported;

    Machine(double cores) {
      this.cores = cores;
    }

    void add(double counter, double busySeconds) {
      reported++;
      double reach = SAME_COUNTER_SECONDS * cores;
      if (busy.subMap(counter - reach, true, counter + reach, true).isEmpty()) {
        busy.put(counter, busySeconds);
      }
    }

    /** A node without figures may be a missing part, unless the others report the same total. */
    boolean known() {
      return reported == nodes || reported > 1 && busy.size() == 1;
    }

    double busySeconds() {
      return busy.values().stream().mapToDouble(Double::doubleValue).sum();
    }
  }
}
