package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.util.Map;

/** The dataset tool within the tests' process, which saves the start of a process. */
public final class ToolInProcess {

  private ToolInProcess() {}

  /** Runs a command on the given settings, and returns its exit code. */
  public static int run(
      String command, Map<String, String> environment, PrintStream out, PrintStream err) {
    return DatasetTool.run(new String[] {command}, environment, out, err);
  }
}
