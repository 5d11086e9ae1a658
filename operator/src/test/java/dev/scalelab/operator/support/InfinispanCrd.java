package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The definition of the Infinispan operator's Infinispan. */
final class InfinispanCrd {
  private static final Path FILE =
      Path.of("src", "test", "resources", "crds", "infinispan.org_infinispans.yaml");

  private InfinispanCrd() {}

  /** As released. */
  static CustomResourceDefinition definition() {
    try {
      return Serialization.unmarshal(Files.readString(FILE), CustomResourceDefinition.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As in a version that lacks a field of its spec. */
  static CustomResourceDefinition without(String field) {
    CustomResourceDefinition definition = definition();
    var schema = definition.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();
    if (schema.getProperties().get("spec").getProperties().remove(field) == null) {
      throw new IllegalArgumentException("it has no field " + field);
    }
    return definition;
  }
}
