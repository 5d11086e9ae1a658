package dev.scalelab.operator.api;

/** The API group's names, said once. */
public final class Api {
  public static final String GROUP = "scalelab.dev";
  public static final String VERSION = "v1alpha1";

  private Api() {}
}
