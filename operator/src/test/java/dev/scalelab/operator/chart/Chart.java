package dev.scalelab.operator.chart;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The chart as rendered by Helm. Tests that need it are skipped if Helm is not installed. */
final class Chart {
  /** Arguments for an existing Prometheus. */
  static final String[] OTHER_PROMETHEUS = {
    "--set", "prometheus.enabled=false,prometheus.url=http://prometheus.monitoring:9090"
  };

  /** The chart's folder, relative to the module's. */
  static final Path FOLDER = Path.of("..", "charts", "scalelab");

  private static final String RELEASE = "scalelab";

  private final List<HasMetadata> objects;

  private Chart(List<HasMetadata> objects) {
    this.objects = List.copyOf(objects);
  }

  /** Renders the chart as an installation into a namespace would, with further helm arguments. */
  static Chart render(String namespace, String... arguments) {
    List<?> parsed = Serialization.unmarshal(text(RELEASE, namespace, arguments));
    return new Chart(parsed.stream().map(HasMetadata.class::cast).toList());
  }

  /** The rendered text of a release in a namespace, with further helm arguments. */
  static String text(String release, String namespace, String... arguments) {
    Output output = template(release, namespace, arguments);
    if (output.status != 0) {
      throw new AssertionError("helm template failed:\n" + output.text);
    }
    return output.text;
  }

  /** Helm's error for values that it must reject. */
  static String refusal(String... arguments) {
    Output output = template(RELEASE, "scalelab-system", arguments);
    if (output.status == 0) {
      throw new AssertionError("helm template accepted " + List.of(arguments));
    }
    return output.text;
  }

  List<HasMetadata> objects() {
    return objects;
  }

  <T extends HasMetadata> List<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  <T extends HasMetadata> T only(Class<T> type, String name) {
    return all(type).stream()
        .filter(object -> name.equals(object.getMetadata().getName()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " " + name));
  }

  /** Objects of a kind without a Java class. */
  List<GenericKubernetesResource> kind(String kind) {
    return all(GenericKubernetesResource.class).stream()
        .filter(object -> kind.equals(object.getKind()))
        .toList();
  }

  /** Every pod of the chart's objects, including the test's, named after its controller. */
  List<Pod> pods() {
    Stream<Pod> templated =
        all(Deployment.class).stream()
            .map(owner -> pod(owner.getMetadata().getName(), owner.getSpec().getTemplate()));
    return Stream.concat(templated, all(Pod.class).stream()).toList();
  }

  private static Pod pod(String name, PodTemplateSpec template) {
    return new PodBuilder()
        .withMetadata(template.getMetadata())
        .editMetadata()
        .withName(name)
        .endMetadata()
        .withSpec(template.getSpec())
        .build();
  }

  private record Output(int status, String text) {}

  private static Output template(String release, String namespace, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(helm(), "template", release, FOLDER.toString(), "--namespace", namespace));
    command.addAll(List.of(arguments));
    try {
      Path text = Files.createTempFile("helm", ".yaml");
      try {
        Process helm =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(text.toFile())
                .start();
        if (!helm.waitFor(5, TimeUnit.MINUTES)) {
          helm.destroyForcibly();
          throw new AssertionError("helm did not end within five minutes");
        }
        return new Output(helm.exitValue(), Files.readString(text));
      } finally {
        Files.delete(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Where Helm is: system property helm, environment variable HELM, or on the PATH. */
  private static String helm() {
    Optional<String> found =
        Stream.concat(
                Stream.of(System.getProperty("helm", ""), env("HELM")),
                Stream.of(env("PATH").split(File.pathSeparator)).map(dir -> dir + "/helm"))
            .filter(path -> !path.isBlank() && Files.isExecutable(Path.of(path)))
            .findFirst();
    Assumptions.assumeTrue(found.isPresent(), "no helm: 'make test' builds it and sets HELM");
    return found.get();
  }

  private static String env(String name) {
    return Optional.ofNullable(System.getenv(name)).orElse("");
  }

  /** Names of the dashboards that the chart ships. */
  static List<String> dashboards() {
    try (Stream<Path> files = Files.list(FOLDER.resolve("files/dashboards"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(f -> f.endsWith(".json"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text of one of the chart's own files. */
  static String file(String name) {
    try {
      return Files.readString(FOLDER.resolve(name), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
