package dev.scalelab.load.record;

import dev.scalelab.load.host.ProcessCpu;

/** The load generator's own use of its machine in each measured window, one at a time. */
public final class GeneratorUse {
  private final ProcessCpu cpu;
  private final Connections connections;
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
