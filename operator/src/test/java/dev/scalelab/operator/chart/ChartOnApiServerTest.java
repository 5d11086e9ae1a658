package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Rights;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real API server accepts the chart's objects, and its roles give the operator the required
 * rights and no more.
 */
class ChartOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static String system;
  private static String lab;
  private static Chart chart;
  private static KubernetesClient operator;

  @BeforeAll
  static void install() {
    system = api.namespace();
    lab = system + "-lab";
    api.client()
        .namespaces()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(lab)
                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                .endMetadata()
                .build())
        .create();
    chart =
        Chart.render(system, "--set", "experimentNamespaces={" + lab + "},reports.enabled=true");
    chart.objects().stream()
        .filter(object -> object.getApiVersion().startsWith("rbac.authorization.k8s.io/"))
        .forEach(object -> api.client().resource(object).create());
    String user = "system:serviceaccount:" + system + ":scalelab-operator";
    Rights.await(api.client(), user, "get", "scalelab.dev", "scalabilityexperiments", lab);
    Rights.await(api.client(), user, "create", "coordination.k8s.io", "leases", system);
    Rights.await(api.client(), user, "get", "", "nodes", "");
    Config config =
        new ConfigBuilder(api.client().getConfiguration())
            .withImpersonateUsername(user)
            .withImpersonateGroups(
                "system:serviceaccounts",
                "system:serviceaccounts:" + system,
                "system:authenticated")
            .build();
    operator = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterAll
  static void close() {
    if (operator != null) {
      operator.close();
    }
  }

  @Test
  void everyObjectIsWellFormed() {
    for (HasMetadata object : chart.objects()) {
      if (!object.getApiVersion().startsWith("rbac.authorization.k8s.io/")) {
        assertThatCode(
                () ->
                    api.client()
                        .resource(object)
                        .dryRun()
                        .fieldValidation(Validation.STRICT)
                        .create())
            .as("%s %s", object.getKind(), object.getMetadata().getName())
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void everyPodIsAdmittedWhereOnlyRestrictedOnesAre() {
    for (Pod pod : chart.pods()) {
      Pod there = new PodBuilder(pod).editMetadata().withNamespace(lab).endMetadata().build();
      assertThatCode(() -> api.client().resource(there).dryRun().create())
          .as("pod of %s", pod.getMetadata().getName())
          .doesNotThrowAnyException();
      Pod root =
          new PodBuilder(there)
              .editSpec()
              .editSecurityContext()
              .withRunAsNonRoot(false)
              .endSecurityContext()
              .endSpec()
              .build();
      assertThatThrownBy(() -> api.client().resource(root).dryRun().create())
          .hasMessageContaining("violates PodSecurity");
    }
  }

  @ParameterizedTest(name = "{0} {1}/{2} in {3}: {4}")
  @CsvSource(
      textBlock =
          """
          # verb, group,                resource,                           where,       allowed
          get,    scalelab.dev,         scalabilityexperiments,             lab,         true
          list,   scalelab.dev,         scalabilityexperiments,             lab,         true
          watch,  scalelab.dev,         scalabilityexperiments,             lab,         true
          create, scalelab.dev,         scalabilityexperiments,             lab,         false
          patch,  scalelab.dev,         scalabilityexperiments,             lab,         true
          update, scalelab.dev,         scalabilityexperiments,             lab,         true
          delete, scalelab.dev,         scalabilityexperiments,             lab,         true
          patch,  scalelab.dev,         scalabilityexperiments/status,      lab,         true
          get,    scalelab.dev,         scalabilityexperiments/status,      lab,         false
          update, scalelab.dev,         scalabilityexperiments/status,      lab,         false
          patch,  scalelab.dev,         scalabilityexperiments/finalizers,  lab,         false
          update, scalelab.dev,         scalabilityexperiments/finalizers,  lab,         false
          get,    scalelab.dev,         scalabilitytrials,                  lab,         true
          list,   scalelab.dev,         scalabilitytrials,                  lab,         true
          watch,  scalelab.dev,         scalabilitytrials,                  lab,         true
          create, scalelab.dev,         scalabilitytrials,                  lab,         true
          patch,  scalelab.dev,         scalabilitytrials,                  lab,         false
          update, scalelab.dev,         scalabilitytrials,                  lab,         false
          delete, scalelab.dev,         scalabilitytrials,                  lab,         false
          update, scalelab.dev,         scalabilitytrials/status,           lab,         true
          get,    scalelab.dev,         scalabilitytrials/status,           lab,         false
          patch,  scalelab.dev,         scalabilitytrials/status,           lab,         false
          patch,  scalelab.dev,         scalabilitytrials/finalizers,       lab,         false
          update, scalelab.dev,         scalabilitytrials/finalizers,       lab,         false
          get,    apps,                 statefulsets,                       lab,         true
          list,   apps,                 statefulsets,                       lab,         true
          create, apps,                 statefulsets,                       lab,         true
          patch,  apps,                 statefulsets,                       lab,         true
          delete, apps,                 statefulsets,                       lab,         true
          watch,  apps,                 statefulsets,                       lab,         true
          update, apps,                 statefulsets,                       lab,         false
          get,    apps,                 deployments,                        lab,         true
          list,   apps,                 deployments,                        lab,         true
          create, apps,                 deployments,                        lab,         true
          patch,  apps,                 deployments,                        lab,         true
          delete, apps,                 deployments,                        lab,         true
          watch,  apps,                 deployments,                        lab,         true
          update, apps,                 deployments,                        lab,         false
          get,    '',                   services,                           lab,         true
          list,   '',                   services,                           lab,         true
          create, '',                   services,                           lab,         true
          patch,  '',                   services,                           lab,         true
          delete, '',                   services,                           lab,         true
          watch,  '',                   services,                           lab,         true
          update, '',                   services,                           lab,         false
          get,    '',                   configmaps,                         lab,         true
          list,   '',                   configmaps,                         lab,         true
          create, '',                   configmaps,                         lab,         true
          patch,  '',                   configmaps,                         lab,         true
          delete, '',                   configmaps,                         lab,         true
          watch,  '',                   configmaps,                         lab,         true
          update, '',                   configmaps,                         lab,         false
          get,    postgresql.cnpg.io,   clusters,                           lab,         true
          list,   postgresql.cnpg.io,   clusters,                           lab,         true
          create, postgresql.cnpg.io,   clusters,                           lab,         true
          patch,  postgresql.cnpg.io,   clusters,                           lab,         true
          delete, postgresql.cnpg.io,   clusters,                           lab,         true
          watch,  postgresql.cnpg.io,   clusters,                           lab,         true
          update, postgresql.cnpg.io,   clusters,                           lab,         false
          get,    wildfly.org,          wildflyservers,                     lab,         true
          list,   wildfly.org,          wildflyservers,                     lab,         true
          watch,  wildfly.org,          wildflyservers,                     lab,         true
          create, wildfly.org,          wildflyservers,                     lab,         true
          delete, wildfly.org,          wildflyservers,                     lab,         true
          patch,  wildfly.org,          wildflyservers,                     lab,         false
          update, wildfly.org,          wildflyservers,                     lab,         false
          get,    infinispan.org,       infinispans,                        lab,         true
          list,   infinispan.org,       infinispans,                        lab,         true
          watch,  infinispan.org,       infinispans,                        lab,         true
          create, infinispan.org,       infinispans,                        lab,         true
          delete, infinispan.org,       infinispans,                        lab,         true
          patch,  infinispan.org,       infinispans,                        lab,         false
          update, infinispan.org,       infinispans,                        lab,         false
          get,    batch,                jobs,                               lab,         true
          list,   batch,                jobs,                               lab,         true
          create, batch,                jobs,                               lab,         true
          delete, batch,                jobs,                               lab,         true
          watch,  batch,                jobs,                               lab,         true
          patch,  batch,                jobs,                               lab,         false
          update, batch,                jobs,                               lab,         false
          list,   '',                   pods,                               lab,         true
          watch,  '',                   pods,                               lab,         true
          create, '',                   pods,                               lab,         true
          patch,  '',                   pods,                               lab,         false
          delete, '',                   pods,                               lab,         true
          get,    '',                   pods/log,                           lab,         true
          patch,  '',                   pods/resize,                        lab,         true
          update, '',                   pods/resize,                        lab,         false
          create, '',                   pods/exec,                          lab,         false
          create, '',                   pods/portforward,                   lab,         false
          create, '',                   events,                             lab,         true
          list,   '',                   events,                             lab,         true
          patch,  '',                   events,                             lab,         false
          delete, '',                   events,                             lab,         false
          create, events.k8s.io,        events,                             lab,         false
          get,    '',                   secrets,                            lab,         false
          list,   '',                   secrets,                            lab,         false
          get,    '',                   secrets,                            kube-system, false
          get,    '',                   secrets,                            system,      false
          list,   '',                   secrets,                            everywhere,  false
          get,    '',                   configmaps,                         kube-system, false
          get,    '',                   configmaps,                         system,      false
          create, apps,                 statefulsets,                       default,     false
          list,   scalelab.dev,         scalabilityexperiments,             default,     false
          list,   '',                   pods,                               everywhere,  false
          get,    '',                   nodes,                              everywhere,  true
          list,   '',                   nodes,                              everywhere,  true
          patch,  '',                   nodes,                              everywhere,  false
          get,    '',                   nodes/proxy,                        everywhere,  false
          create, rbac.authorization.k8s.io, rolebindings,                  lab,         false
          create, '',                   serviceaccounts/token,              lab,         false
          get,    apiextensions.k8s.io, customresourcedefinitions,          everywhere,  false
          create, coordination.k8s.io,  leases,                             system,      true
          create, coordination.k8s.io,  leases,                             lab,         false
          """)
  void theOperatorMay(String verb, String group, String resource, String where, boolean allowed) {
    String[] parts = resource.split("/");
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withVerb(verb)
            .withGroup(group)
            .withResource(parts[0])
            .withSubresource(parts.length > 1 ? parts[1] : null)
            .withNamespace(namespace(where))
            .endResourceAttributes()
            .endSpec()
            .build();
    assertThat(operator.resource(review).create().getStatus().getAllowed()).isEqualTo(allowed);
  }

  private static String namespace(String where) {
    return switch (where) {
      case "lab" -> lab;
      case "system" -> system;
      case "everywhere" -> "";
      default -> where;
    };
  }

  @Test
  void theOperatorCannotReadASecretThatIsThere() {
    api.client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("credentials")
                .withNamespace("kube-system")
                .endMetadata()
                .build())
        .create();
    assertThatThrownBy(
            () -> operator.secrets().inNamespace("kube-system").withName("credentials").get())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("cannot get resource \"secrets\"");
  }

  @Test
  void theOperatorCanHoldItsLeaseAndNoOther() {
    var mine = List.of("get", "update", "patch");
    assertThat(mine)
        .allSatisfy(verb -> assertThat(mayUseLease(verb, "scalelab-operator")).isTrue());
    assertThat(mine).noneSatisfy(verb -> assertThat(mayUseLease(verb, "another")).isTrue());
  }

  private static boolean mayUseLease(String verb, String name) {
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withVerb(verb)
            .withGroup("coordination.k8s.io")
            .withResource("leases")
            .withName(name)
            .withNamespace(system)
            .endResourceAttributes()
            .endSpec()
            .build();
    return operator.resource(review).create().getStatus().getAllowed();
  }
}
