package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.BeanServerSpec;
import dev.scalelab.operator.api.TiersSpec;
import dev.scalelab.operator.plan.Configuration;

/**
 * The fields of spec.system that raise the resources of a configuration.
 *
 * @param bundled whether its servers are ScaleLab's own
 * @param ofBeans settings of the servers with the beans alone
 */
record Fields(boolean bundled, BeanServerSpec ofBeans) {
  private static final String APPLICATION = "application.";

  static Fields of(Configuration configuration) {
    return new Fields(
        configuration.workload().usesBundledApplication(), configuration.spec().system().ofBeans());
  }

  /**
   * The field that raises a limit, or those of both tiers if it is not known whose servers it is;
   * null if no field does.
   */
  String of(Limit limit) {
    Resource resource = limit.place().resource();
    String field = resource.field(limit.place().database());
    if (field == null || !field.startsWith(APPLICATION)) {
      return field;
    }
    if (resource == Resource.APPLICATION_WEB_THREADS && !bundled) {
      // Its own configuration decides about its threads.
      return "the server's web threads";
    }
    String beans = ofBeans.field(field.substring(APPLICATION.length()));
    if (beans.equals(field) || TiersSpec.WEB.equals(limit.partition())) {
      return field;
    }
    return TiersSpec.BEANS.equals(limit.partition()) ? beans : field + " and " + beans;
  }
}
