package main

import (
	"fmt"
	"strings"

	"github.com/blang/semver/v4"
	"github.com/operator-framework/api/pkg/lib/version"
	"github.com/operator-framework/api/pkg/operators/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

const (
	// namespaces is the operator's variable with the namespaces of experiments, and targets the annotation in which OLM has them.
	namespaces = "QUARKUS_OPERATOR_SDK_NAMESPACES"
	targets    = "metadata.annotations['olm.targetNamespaces']"
	// listed begins the argument of the reports' server with the same namespaces, and listedBy is the variable that it takes its value from.
	listed, listedBy = "--namespaces=", "SCALELAB_NAMESPACES"
	// imagesOf begins the names of variables with images of testbeds.
	imagesOf = "SCALELAB_IMAGES_"
)

// description is what consoles show; it says what the bundle does not do.
const description = `%s

An experiment names an application, the numbers of servers and the loads; the operator makes each testbed, sends the load, checks that
the run can be trusted, and writes peaks, capacities with intervals, and what limits them into the status.

* Experiments run in the namespaces of the OperatorGroup.
* It queries a Prometheus that scrapes the testbeds: set SCALELAB_PROMETHEUS_URL in the Subscription's config.env. Monitors for a Prometheus
  operator, NetworkPolicies and Grafana are in the Helm chart only.
* Report pages are at the Service scalelab-reports, path /reports, for readers with a token of the cluster; the server has no rights.
* Experiments with databases need CloudNativePG, and its right in the namespaces of the experiments.
* Nodes of testbeds have the labels scalelab.dev/role=app, database and load, unless an experiment says otherwise.
`

// deployed are the Deployments of a bundle: the operator, and the server of report pages, which has no rights.
var deployed = []string{"scalelab-operator", "scalelab-reports"}

// serviceVersion is the ClusterServiceVersion: the Deployments, and the rights of the operator's ServiceAccount.
func serviceVersion(about *chart, objects []*unstructured.Unstructured, example []byte) (*v1alpha1.ClusterServiceVersion, error) {
	number, err := semver.Parse(about.Version)
	if err != nil {
		return nil, fmt.Errorf("the chart's version %s: %w", about.Version, err)
	}
	csv := &v1alpha1.ClusterServiceVersion{
		TypeMeta: metav1.TypeMeta{APIVersion: "operators.coreos.com/v1alpha1", Kind: "ClusterServiceVersion"},
		ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("%s.v%s", about.Name, about.Version), Namespace: "placeholder", Annotations: map[string]string{
			"alm-examples": "[" + string(example) + "]",
			"capabilities": about.Annotations[annotation+"operatorCapabilities"],
			"categories":   "Monitoring, Developer Tools",
			"description":  about.Description,
		}},
		Spec: v1alpha1.ClusterServiceVersionSpec{
			DisplayName: "ScaleLab", Description: fmt.Sprintf(description, about.Description), Keywords: about.Keywords, Maturity: "alpha",
			Version: version.OperatorVersion{Version: number}, MinKubeVersion: minimum(about.KubeVersion),
			Provider: v1alpha1.AppLink{Name: "ScaleLab", URL: about.Home},
			InstallModes: []v1alpha1.InstallMode{
				{Type: v1alpha1.InstallModeTypeOwnNamespace, Supported: true}, {Type: v1alpha1.InstallModeTypeSingleNamespace, Supported: true},
				{Type: v1alpha1.InstallModeTypeMultiNamespace, Supported: true}, {Type: v1alpha1.InstallModeTypeAllNamespaces, Supported: false},
			},
		},
	}
	if about.Home != "" { // only a released chart has one
		csv.Annotations["repository"], csv.Spec.Links = about.Home, []v1alpha1.AppLink{{Name: "Source code", URL: about.Home}}
	}
	for _, one := range about.owned {
		csv.Spec.CustomResourceDefinitions.Owned = append(csv.Spec.CustomResourceDefinitions.Owned,
			v1alpha1.CRDDescription{Name: one.Name, Kind: one.Kind, Version: one.Version, DisplayName: one.DisplayName, Description: one.Description})
	}
	strategy := &csv.Spec.InstallStrategy
	strategy.StrategyName = v1alpha1.InstallStrategyNameDeployment
	for _, name := range deployed {
		spec, err := deployment(objects, name)
		if err != nil {
			return nil, err
		}
		strategy.StrategySpec.DeploymentSpecs = append(strategy.StrategySpec.DeploymentSpecs, *spec)
		csv.Spec.RelatedImages = append(csv.Spec.RelatedImages, images(spec.Spec.Template.Spec)...)
	}
	operator := strategy.StrategySpec.DeploymentSpecs[0].Spec.Template.Spec
	csv.Annotations["containerImage"] = operator.Containers[0].Image
	if strategy.StrategySpec.ClusterPermissions, strategy.StrategySpec.Permissions, err = rights(objects, operator.ServiceAccountName); err != nil {
		return nil, err
	}
	return csv, nil
}

// minimum is a version of Kubernetes from a constraint as >=1.30.0-0.
func minimum(constraint string) string {
	return strings.TrimSuffix(strings.TrimPrefix(constraint, ">="), "-0")
}

// deployment takes the namespaces of experiments from OLM instead of the chart's value.
func deployment(objects []*unstructured.Unstructured, name string) (*v1alpha1.StrategyDeploymentSpec, error) {
	object, err := find(objects, "Deployment", name)
	if err != nil {
		return nil, err
	}
	var typed appsv1.Deployment
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(cleaned(object).Object, &typed); err != nil {
		return nil, fmt.Errorf("Deployment %s: %w", name, err)
	}
	template := &typed.Spec.Template
	template.Labels, template.Annotations = without(template.Labels), without(template.Annotations)
	found := false
	for i := range template.Spec.Containers {
		found = takeTargets(&template.Spec.Containers[i]) || found
	}
	if !found {
		return nil, fmt.Errorf("Deployment %s has neither the variable %s nor the argument %s, so it would watch the chart's namespaces", name, namespaces, listed)
	}
	return &v1alpha1.StrategyDeploymentSpec{Name: typed.Name, Spec: typed.Spec, Label: typed.Labels}, nil
}

func find(objects []*unstructured.Unstructured, kind, name string) (*unstructured.Unstructured, error) {
	for _, object := range objects {
		if object.GetKind() == kind && object.GetName() == name {
			return object, nil
		}
	}
	return nil, fmt.Errorf("no %s %s was rendered: is it switched off in the chart's values?", kind, name)
}

// takeTargets has a container read the namespaces of the OperatorGroup, from the pod's annotation.
func takeTargets(container *corev1.Container) bool {
	source := &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: targets}}
	found := false
	for i, variable := range container.Env {
		if variable.Name == namespaces {
			container.Env[i] = corev1.EnvVar{Name: namespaces, ValueFrom: source}
			found = true
		}
	}
	for i, argument := range container.Args {
		if strings.HasPrefix(argument, listed) {
			container.Args[i] = listed + "$(" + listedBy + ")" // the kubelet replaces it
			container.Env = append(container.Env, corev1.EnvVar{Name: listedBy, ValueFrom: source})
			found = true
		}
	}
	return found
}

// images are all that a cluster without access to their registries has to mirror.
func images(pod corev1.PodSpec) []v1alpha1.RelatedImage {
	var all []v1alpha1.RelatedImage
	for _, container := range pod.Containers {
		all = append(all, v1alpha1.RelatedImage{Name: container.Name, Image: container.Image})
		for _, variable := range container.Env {
			if name, is := strings.CutPrefix(variable.Name, imagesOf); is && name != "PULL_POLICY" {
				all = append(all, v1alpha1.RelatedImage{Name: strings.ReplaceAll(strings.ToLower(name), "_", "-"), Image: variable.Value})
			}
		}
	}
	return all
}

// rights are the rules of all roles that are bound to the ServiceAccount.
func rights(objects []*unstructured.Unstructured, account string) (cluster, namespaced []v1alpha1.StrategyDeploymentPermissions, err error) {
	everywhere, here := v1alpha1.StrategyDeploymentPermissions{ServiceAccountName: account}, v1alpha1.StrategyDeploymentPermissions{ServiceAccountName: account}
	for _, object := range objects {
		if !strings.HasSuffix(object.GetKind(), "RoleBinding") {
			continue
		}
		var binding rbacv1.RoleBinding // a ClusterRoleBinding has the same fields
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, &binding); err != nil {
			return nil, nil, fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
		}
		if len(binding.Subjects) != 1 || binding.Subjects[0].Name != account {
			return nil, nil, fmt.Errorf("%s %s is not of the ServiceAccount %s: a bundle cannot bind others", object.GetKind(), object.GetName(), account)
		}
		rules, err := rulesOf(objects, binding.RoleRef, object.GetNamespace())
		if err != nil {
			return nil, nil, err
		}
		if object.GetKind() == "ClusterRoleBinding" {
			everywhere.Rules = append(everywhere.Rules, rules...)
		} else {
			here.Rules = append(here.Rules, rules...)
		}
	}
	if len(here.Rules) == 0 {
		return nil, nil, fmt.Errorf("no Role is bound to the ServiceAccount %s", account)
	}
	if len(everywhere.Rules) > 0 {
		cluster = []v1alpha1.StrategyDeploymentPermissions{everywhere}
	}
	return cluster, []v1alpha1.StrategyDeploymentPermissions{here}, nil
}

func rulesOf(objects []*unstructured.Unstructured, ref rbacv1.RoleRef, namespace string) ([]rbacv1.PolicyRule, error) {
	for _, object := range objects {
		if object.GetKind() != ref.Kind || object.GetName() != ref.Name || ref.Kind == "Role" && object.GetNamespace() != namespace {
			continue
		}
		var role rbacv1.ClusterRole
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, &role); err != nil {
			return nil, fmt.Errorf("%s %s: %w", ref.Kind, ref.Name, err)
		}
		return role.Rules, nil
	}
	return nil, fmt.Errorf("%s %s is bound and was not rendered", ref.Kind, ref.Name)
}
