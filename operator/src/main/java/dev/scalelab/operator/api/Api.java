package dev.scalelab.operator.api;

/** The names of the API group. */
public final class Api {
  public static final String GROUP = "scalelab.dev";
  public static final String VERSION = "v1alpha1";

  private Api() {}
}
