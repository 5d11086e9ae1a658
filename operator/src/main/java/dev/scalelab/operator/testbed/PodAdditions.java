package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.ConfigMapKeySelector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a pod has that its template does not request, because a webhook or a policy changed it:
 * containers, environment, resources, images, commands, volumes and runtime class; and variables
 * that are missing. What Kubernetes itself adds or defaults is none of it. Pure.
 */
final class PodAdditions {
  private static final int MAX_TEXTS = 12;
  private static final int LONGEST = 160;
  private static final String CPU = "cpu";

  /**
   * Begin of the name of a volume with the token of a pod's account, added by Kubernetes itself.
   */
  private static final String SERVICE_ACCOUNT = "kube-api-access-";

  /** Added by Kubernetes itself to the pods of a Job that numbers them. */
  private static final String NUMBER_IN_JOB = "JOB_COMPLETION_INDEX";

  /** Their values show the options in force, such as an agent. */
  private static final List<String> OPTIONS_FOR_JAVA =
      List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

  private final List<String> found = new ArrayList<>();
  private final boolean resized;

  private PodAdditions(boolean resized) {
    this.resized = resized;
  }

  /**
   * Texts such as "container istio-proxy" or "variable JAVA_TOOL_OPTIONS of server"; empty for a
   * pod as requested.
   *
   * @param requested the template's spec, before any webhook
   * @param resized whether ScaleLab itself changes the CPU of a running pod's containers
   */
  static List<String> of(Pod pod, PodSpec requested, boolean resized) {
    PodAdditions additions = new PodAdditions(resized);
    additions.containers("container", pod.getSpec().getContainers(), requested.getContainers());
    additions.containers(
        "init container", pod.getSpec().getInitContainers(), requested.getInitContainers());
    names(pod.getSpec().getEphemeralContainers(), EphemeralContainer::getName)
        .forEach(name -> additions.add("ephemeral container " + name));
    String runtime = pod.getSpec().getRuntimeClassName();
    if (!Objects.equals(runtime, requested.getRuntimeClassName())) {
      additions.add("runtime class " + (runtime == null ? "none" : runtime));
    }
    names(pod.getSpec().getVolumes(), Volume::getName).stream()
        .filter(name -> !names(requested.getVolumes(), Volume::getName).contains(name))
        .filter(name -> !name.startsWith(SERVICE_ACCOUNT))
        .forEach(name -> additions.add("volume " + name));
    return additions.found.stream().limit(MAX_TEXTS).toList();
  }

  private void containers(String kind, List<Container> present, List<Container> requested) {
    for (Container container : present) {
      Optional<Container> own =
          requested.stream().filter(c -> c.getName().equals(container.getName())).findFirst();
      if (own.isPresent()) {
        changes(container, own.get());
      } else {
        add(kind + " " + container.getName());
      }
    }
  }

  private void changes(Container present, Container requested) {
    String of = " of " + present.getName();
    variables(of, present.getEnv(), requested.getEnv());
    if (present.getEnvFrom().size() > requested.getEnvFrom().size()) {
      add("variables from a ConfigMap or Secret" + of);
    }
    if (!present.getCommand().equals(requested.getCommand())
        || !present.getArgs().equals(requested.getArgs())) {
      add("command" + of);
    }
    if (!Objects.equals(present.getImage(), requested.getImage())) {
      add("image" + of + ": " + present.getImage());
    }
    if (present.getResources() != null && requested.getResources() != null) {
      resources(
          "limits" + of, present.getResources().getLimits(), requested.getResources().getLimits());
      resources(
          "requests" + of,
          present.getResources().getRequests(),
          requested.getResources().getRequests());
    }
  }

  private void variables(String of, List<EnvVar> present, List<EnvVar> requested) {
    for (EnvVar variable : present) {
      boolean same =
          requested.stream()
              .anyMatch(
                  own ->
                      own.getName().equals(variable.getName())
                          && text(own.getValue()).equals(text(variable.getValue()))
                          && source(own).equals(source(variable)));
      if (!same && !variable.getName().equals(NUMBER_IN_JOB)) {
        add("variable " + variable.getName() + of + options(variable));
      }
    }
    List<String> names = names(present, EnvVar::getName);
    requested.stream()
        .map(EnvVar::getName)
        .filter(name -> !names.contains(name))
        .forEach(name -> add("no variable " + name + of));
  }

  /**
   * Where a variable's value is from, without what the API server defaults (a field's apiVersion, a
   * resource's divisor) and whether it may be absent.
   */
  private static String source(EnvVar variable) {
    EnvVarSource from = variable.getValueFrom();
    if (from == null) {
      return "";
    }
    if (from.getFieldRef() != null) {
      return "field " + from.getFieldRef().getFieldPath();
    }
    if (from.getResourceFieldRef() != null) {
      return "resource " + from.getResourceFieldRef().getResource();
    }
    if (from.getSecretKeyRef() != null) {
      SecretKeySelector secret = from.getSecretKeyRef();
      return "secret " + secret.getName() + "/" + secret.getKey();
    }
    if (from.getConfigMapKeyRef() != null) {
      ConfigMapKeySelector map = from.getConfigMapKeyRef();
      return "config map " + map.getName() + "/" + map.getKey();
    }
    return "another source";
  }

  /** Values of the variables that Java itself reads; those of others may be secret. */
  private static String options(EnvVar variable) {
    return OPTIONS_FOR_JAVA.contains(variable.getName()) && variable.getValue() != null
        ? ": " + variable.getValue()
        : "";
  }

  private void resources(
      String what, Map<String, Quantity> present, Map<String, Quantity> requested) {
    Map<String, Quantity> now = present == null ? Map.of() : present;
    Map<String, Quantity> own = requested == null ? Map.of() : requested;
    TreeSet<String> names = new TreeSet<>(now.keySet());
    names.addAll(own.keySet());
    if (resized) {
      names.remove(CPU);
    }
    String changed =
        names.stream()
            .filter(name -> !same(now.get(name), own.get(name)))
            .map(name -> name + " " + (now.get(name) == null ? "none" : now.get(name)))
            .collect(Collectors.joining(", "));
    if (!changed.isEmpty()) {
      add(what + ": " + changed);
    }
  }

  private static boolean same(Quantity one, Quantity other) {
    return one != null && other != null
        ? one.getNumericalAmount().compareTo(other.getNumericalAmount()) == 0
        : one == other;
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  private static <T> List<String> names(List<T> items, Function<T, String> name) {
    return items == null ? List.of() : items.stream().map(name).toList();
  }

  private void add(String text) {
    found.add(text.length() > LONGEST ? text.substring(0, LONGEST - 1) + "…" : text);
  }
}
