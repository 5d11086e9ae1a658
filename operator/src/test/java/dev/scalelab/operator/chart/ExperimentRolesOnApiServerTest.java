package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Rights;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rights that the chart adds to the cluster's own roles. There is no controller manager here that
 * aggregates roles: each role is bound by itself, with the rules that an aggregated one would have.
 */
class ExperimentRolesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static String lab;

  @BeforeAll
  static void bind() {
    lab = api.namespace();
    Chart chart = Chart.render(lab, "--set", "experimentNamespaces={" + lab + "}");
    for (String role : new String[] {"view", "edit"}) {
      String name = "scalelab-" + role + "-" + lab;
      api.client().resource(chart.only(ClusterRole.class, name)).create();
      bind(name, role.equals("view") ? "viewer" : "editor");
      if (role.equals("view")) {
        bind(name, "editor");
      }
    }
    Rights.await(api.client(), "viewer", "get", "scalelab.dev", "scalabilityexperiments", lab);
    Rights.await(api.client(), "editor", "get", "scalelab.dev", "scalabilityexperiments", lab);
    Rights.await(api.client(), "editor", "create", "scalelab.dev", "scalabilityexperiments", lab);
  }

  private static void bind(String role, String user) {
    api.client()
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(user + "-" + role)
                .withNamespace(lab)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                .build())
        .create();
  }

  @ParameterizedTest(name = "{0} may {1} {2}: {3}")
  @CsvSource(
      textBlock =
          """
          # user,  verb,             resource,                      allowed
          viewer,  get,              scalabilityexperiments,        true
          viewer,  list,             scalabilityexperiments,        true
          viewer,  watch,            scalabilityexperiments,        true
          viewer,  get,              scalabilityexperiments/status, true
          viewer,  get,              scalabilitytrials,             true
          viewer,  list,             scalabilitytrials,             true
          viewer,  watch,            scalabilitytrials,             true
          viewer,  get,              scalabilitytrials/status,      true
          viewer,  create,           scalabilityexperiments,        false
          viewer,  patch,            scalabilityexperiments,        false
          viewer,  delete,           scalabilityexperiments,        false
          viewer,  delete,           scalabilitytrials,             false
          editor,  get,              scalabilityexperiments,        true
          editor,  create,           scalabilityexperiments,        true
          editor,  update,           scalabilityexperiments,        true
          editor,  patch,            scalabilityexperiments,        true
          editor,  delete,           scalabilityexperiments,        true
          editor,  deletecollection, scalabilityexperiments,        true
          editor,  update,           scalabilityexperiments/status, false
          editor,  patch,            scalabilityexperiments/status, false
          editor,  get,              scalabilitytrials,             true
          editor,  delete,           scalabilitytrials,             true
          editor,  deletecollection, scalabilitytrials,             true
          editor,  create,           scalabilitytrials,             false
          editor,  update,           scalabilitytrials,             false
          editor,  patch,            scalabilitytrials,             false
          editor,  update,           scalabilitytrials/status,      false
          """)
  void inItsNamespace(String user, String verb, String resource, boolean allowed) {
    assertThat(may(user, verb, resource, lab)).isEqualTo(allowed);
  }

  @Test
  void nowhereElse() {
    assertThat(may("editor", "create", "scalabilityexperiments", "default")).isFalse();
    assertThat(may("viewer", "get", "scalabilityexperiments", "default")).isFalse();
  }

  private static boolean may(String user, String verb, String resource, String namespace) {
    String[] parts = resource.split("/");
    SubjectAccessReview review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(user)
            .withNewResourceAttributes()
            .withVerb(verb)
            .withGroup("scalelab.dev")
            .withResource(parts[0])
            .withSubresource(parts.length > 1 ? parts[1] : null)
            .withNamespace(namespace)
            .endResourceAttributes()
            .endSpec()
            .build();
    return api.client().resource(review).create().getStatus().getAllowed();
  }
}
