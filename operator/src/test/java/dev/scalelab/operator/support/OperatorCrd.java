package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The definitions of other operators' kinds, as released. */
public enum OperatorCrd {
  /** Of the Infinispan operator. */
  INFINISPAN("infinispan.org_infinispans.yaml"),
  /** Of wildfly-operator. */
  WILD_FLY_SERVER("wildfly.org_wildflyservers.yaml");

  private final Path file;

  OperatorCrd(String file) {
    this.file = Path.of("src", "test", "resources", "crds", file);
  }

  /** As released. */
  CustomResourceDefinition definition() {
    try {
      return Serialization.unmarshal(Files.readString(file), CustomResourceDefinition.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As in a version without a field of its spec. */
  CustomResourceDefinition without(String field) {
    CustomResourceDefinition definition = definition();
    var schema = definition.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();
    if (schema.getProperties().get("spec").getProperties().remove(field) == null) {
      throw new IllegalArgumentException("it has no field " + field);
    }
    return definition;
  }
}
