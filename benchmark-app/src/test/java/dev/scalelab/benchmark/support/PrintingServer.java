package dev.scalelab.benchmark.support;

import java.lang.management.ManagementFactory;
import java.util.stream.Stream;

/** In place of the server: prints what it was started with, one in a line, and ends. */
public final class PrintingServer {

  private PrintingServer() {}

  /** Prints Java's options, the arguments and the environment. */
  public static void main(String[] arguments) {
    ManagementFactory.getRuntimeMXBean()
        .getInputArguments()
        .forEach(option -> System.out.println("option " + option));
    Stream.of(arguments).forEach(argument -> System.out.println("argument " + argument));
    System.getenv().forEach((name, value) -> System.out.println("variable " + name + "=" + value));
  }
}
