package dev.scalelab.load.record;

import dev.scalelab.load.host.MachineIndex;
import dev.scalelab.load.host.ProcessCpu;
import java.util.OptionalDouble;

/** The load generator's own use of its machine in each measured window, and the machine's speed. */
public final class GeneratorUse {
  private final ProcessCpu cpu;
  private final Connections connections;
  private final MachineIndex machine = new MachineIndex();
  private double indexBefore;
  private double cpuBefore;
  private long openedBefore;

  public GeneratorUse(ProcessCpu cpu, Connections connections) {
    this.cpu = cpu;
    this.connections = connections;
  }

  /**
   * The use in a window.
   *
   * @param cpuSeconds CPU time of this process
   * @param connections connections to the target
   */
  record Used(double cpuSeconds, Connections.Seen connections) {}

  /** Measures the machine's speed before the run; takes half a second. */
  public void measureMachine() {
    indexBefore = machine.measure();
  }

  /** Mean of the machine's speed before the run and now; empty unless it was measured before. */
  OptionalDouble machineIndex() {
    return indexBefore == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((indexBefore + machine.measure()) / 2);
  }

  /** Starts a window. */
  void begin() {
    cpuBefore = cpu.seconds();
    openedBefore = connections.begin();
  }

  /** Ends the window. */
  Used end() {
    return new Used(cpu.seconds() - cpuBefore, connections.since(openedBefore));
  }

  /** Connections of the whole run so far. */
  long connectionsOpened() {
    return connections.opened();
  }
}
