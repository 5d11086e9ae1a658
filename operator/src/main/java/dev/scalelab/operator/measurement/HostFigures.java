package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
  private final List<Figure> cores;
  private final List<Figure> increases;
  private final List<Figure> counters;

  /** Queries the figures of all machines: which of them are used is known only with an answer. */
  HostFigures(WindowQueries window) {
    this.window = window;
    this.cores = window.figures(Queries.machineCores());
    this.increases = window.increases(Queries.machineCpu());
    this.counters = window.atEnd(Queries.machineCpu());
  }

  /** Use of all cores of some nodes' machines, in percent; empty without figures of them. */
  OptionalDouble busyPercent(Set<String> nodes) {
    Collection<Machine> machines = machines(nodes).values();
    return machines.stream().anyMatch(machine -> machine.cores > 0)
            && machines.stream().allMatch(Machine::known)
        ? OptionalDouble.of(percent(machines))
        : OptionalDouble.empty();
  }

  /** The same of the machine of which most is used. */
  OptionalDouble fullestPercent(Set<String> nodes) {
    Collection<Machine> machines = machines(nodes).values();
    return machines.stream().allMatch(Machine::known)
        ? machines.stream().mapToDouble(machine -> percent(List.of(machine))).max()
        : OptionalDouble.empty();
  }

  private double percent(Collection<Machine> machines) {
    double cores = machines.stream().mapToDouble(machine -> machine.cores).sum();
    double busy = machines.stream().mapToDouble(Machine::busySeconds).sum();
    return 100 * busy / cores / window.seconds();
  }

  private Map<String, Machine> machines(Set<String> nodes) {
    Set<String> used =
        cores.stream()
            .filter(one -> nodes.contains(one.label("node")))
            .map(HostFigures::boot)
            .collect(Collectors.toSet());
    Map<String, Machine> byBoot = new HashMap<>();
    Map<String, Machine> byNode = new HashMap<>();
    for (Figure one : cores) {
      if (used.contains(boot(one))) {
        Machine machine = byBoot.computeIfAbsent(boot(one), id -> new Machine(one.value()));
        if (byNode.put(one.label("node"), machine) == null) {
          machine.nodes++;
        }
      }
    }
    Map<String, Double> busy = byNode(increases);
    byNode(counters)
        .forEach(
            (node, counter) -> {
              if (byNode.containsKey(node) && busy.containsKey(node)) {
                byNode.get(node).add(counter, busy.get(node));
              }
            });
    return byBoot;
  }

  /** The kernel of a node; the node itself if it does not report one. */
  private static String boot(Figure cores) {
    return cores.label("boot_id").isEmpty() ? cores.label("node") : cores.label("boot_id");
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
