package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/operator-framework/api/pkg/operators/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

const chartFile, sampleFile = "../../charts/scalelab/Chart.yaml", "../../config/samples/small.yaml"

// rendered is a short rendering of the chart with the real CRDs, and with further objects.
func rendered(t *testing.T, further ...string) string {
	t.Helper()
	var all []string
	for _, file := range []string{"testdata/objects.yaml", "../../crds/scalabilityexperiments.scalelab.dev-v1.yml", "../../crds/scalabilitytrials.scalelab.dev-v1.yml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return strings.Join(append(all, further...), "\n---\n")
}

func written(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "bundle")
	for range 2 { // a bundle is replaced
		if err := run(strings.NewReader(rendered(t)), chartFile, sampleFile, folder); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestTheBundlePassesOLMsRules(t *testing.T) {
	folder := written(t)
	var found []string
	for _, pattern := range []string{"*", "*/*"} {
		matches, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range matches {
			found = append(found, strings.TrimPrefix(match, folder+"/"))
		}
	}
	want := "bundle.Dockerfile manifests metadata manifests/scalabilityexperiments.scalelab.dev.customresourcedefinition.yaml " +
		"manifests/scalabilitytrials.scalelab.dev.customresourcedefinition.yaml manifests/scalelab-operator.service.yaml manifests/scalelab-reports.service.yaml manifests/scalelab-view.clusterrole.yaml " +
		"manifests/scalelab.clusterserviceversion.yaml metadata/annotations.yaml"
	if strings.Join(found, " ") != want {
		t.Errorf("the files are %v", found)
	}
}

func TestRightsAndNamespacesAreThoseOfTheChartAndOfOLM(t *testing.T) {
	var csv v1alpha1.ClusterServiceVersion
	manifest(t, written(t), "scalelab.clusterserviceversion.yaml", &csv)
	install := csv.Spec.InstallStrategy.StrategySpec
	if got := install.ClusterPermissions[0].Rules[0].Resources[0]; got != "nodes" {
		t.Errorf("everywhere it may read %s", got)
	}
	if got := install.Permissions[0].Rules[0].Resources[0]; got != "statefulsets" {
		t.Errorf("in the namespaces of experiments it may create %s", got)
	}
	pod := install.DeploymentSpecs[0].Spec.Template
	if source := pod.Spec.Containers[0].Env[0].ValueFrom; source == nil || source.FieldRef.FieldPath != targets {
		t.Errorf("the namespaces come from %v", source)
	}
	if pod.Labels["helm.sh/chart"] != "" || pod.Labels["app.kubernetes.io/name"] != "scalelab" {
		t.Errorf("the labels are %v", pod.Labels)
	}
	if len(csv.Spec.RelatedImages) != 3 || csv.Spec.RelatedImages[1].Name != "benchmark-app" {
		t.Errorf("the images are %v", csv.Spec.RelatedImages)
	}
}

func manifest(t *testing.T, folder, name string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "manifests", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, to); err != nil {
		t.Fatal(err)
	}
}

func TestReportsAreServedWithoutRights(t *testing.T) {
	folders := map[string]string{"short": written(t)}
	if helm := os.Getenv("HELM"); helm != "" {
		folders["the chart's"] = ofTheChart(t, helm)
	}
	for name, folder := range folders {
		var csv v1alpha1.ClusterServiceVersion
		manifest(t, folder, "scalelab.clusterserviceversion.yaml", &csv)
		var service corev1.Service
		manifest(t, folder, "scalelab-reports.service.yaml", &service)
		install := csv.Spec.InstallStrategy.StrategySpec
		if len(install.DeploymentSpecs) != 2 || install.DeploymentSpecs[1].Name != service.Name {
			t.Fatalf("%s: the Deployments are %v", name, install.DeploymentSpecs)
		}
		pod := install.DeploymentSpecs[1].Spec.Template
		if pod.Spec.AutomountServiceAccountToken == nil || *pod.Spec.AutomountServiceAccountToken || pod.Spec.ServiceAccountName != "" {
			t.Errorf("%s: it has a token", name)
		}
		for _, all := range [][]v1alpha1.StrategyDeploymentPermissions{install.ClusterPermissions, install.Permissions} {
			if len(all) != 1 || all[0].ServiceAccountName != "scalelab-operator" {
				t.Errorf("%s: rights are given to %v", name, all)
			}
		}
		if len(service.Spec.Selector) == 0 || !selects(service.Spec.Selector, pod.Labels) {
			t.Errorf("%s: the Service selects %v and the pod has %v", name, service.Spec.Selector, pod.Labels)
		}
		server := pod.Spec.Containers[0]
		if port := service.Spec.Ports[0]; port.Port != 8080 || port.TargetPort.String() != server.Ports[0].Name || server.Ports[0].ContainerPort != 8080 {
			t.Errorf("%s: the Service's port %v does not lead to %v", name, port, server.Ports)
		}
		if last := server.Env[len(server.Env)-1]; server.Args[1] != "--namespaces=$("+last.Name+")" || last.ValueFrom.FieldRef.FieldPath != targets {
			t.Errorf("%s: the namespaces are %v of %v", name, server.Args, last)
		}
		if images := csv.Spec.RelatedImages; images[len(images)-1].Name != "reports" || csv.Annotations["containerImage"] != images[0].Image {
			t.Errorf("%s: the images are %v", name, images)
		}
	}
}

func selects(selector, labels map[string]string) bool {
	for name, value := range selector {
		if labels[name] != value {
			return false
		}
	}
	return true
}

// requested are the options by which make bundle gives Helm the images, of bundle.sh's own lines.
func requested(t *testing.T, variables ...string) []string {
	t.Helper()
	script, err := os.ReadFile("../ci/bundle.sh")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(script), "\ndefaults=")
	lines, _, found := strings.Cut(after, "\nfi\n")
	if !found {
		t.Fatal("bundle.sh has no such lines")
	}
	command := exec.Command("bash", "-euc", "defaults="+lines+"\nfi\nprintf '%s\\n' \"${images[@]}\"")
	command.Env = append(variables, "PATH="+os.Getenv("PATH"), "root=../..")
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return strings.Fields(string(text))
}

// ofTheChart is the bundle of the chart itself, as make bundle writes it.
func ofTheChart(t *testing.T, helm string) string {
	t.Helper()
	options := []string{"template", "scalelab", "../../charts/scalelab", "--namespace", "scalelab-system", "--include-crds",
		"--values", "values.yaml", "--set", "prometheus.url=http://prometheus:9090"}
	objects, err := exec.Command(helm, append(options, requested(t, "IMAGES=registry.example.com:5000/lab", "TAG=1.2.3")...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "bundle")
	if err := run(bytes.NewReader(objects), chartFile, sampleFile, folder); err != nil {
		t.Fatal(err)
	}
	var csv v1alpha1.ClusterServiceVersion
	manifest(t, folder, "scalelab.clusterserviceversion.yaml", &csv)
	images := map[string]bool{csv.Annotations["containerImage"]: true}
	for _, related := range csv.Spec.RelatedImages {
		images[related.Image] = true
	}
	for _, name := range []string{"operator", "benchmark-app", "load-generator", "infinispan-server", "reports"} {
		if !images["registry.example.com:5000/lab/"+name+":1.2.3"] {
			t.Errorf("the images %v are not where %s was pushed", images, name)
		}
	}
	return folder
}

func TestImagesAreTheChartsUnlessOthersAreNamed(t *testing.T) {
	if got := requested(t); len(got) != 0 {
		t.Errorf("without IMAGES, Helm gets %v", got)
	}
	got := requested(t, "IMAGES=registry.example.com/lab")
	if len(got) != 5 || !slices.Contains(got, "--set-string=images.loadGenerator=registry.example.com/lab/load-generator") {
		t.Errorf("without TAG, Helm gets %v", got)
	}
}

func TestADeploymentThatIsMissingIsNamed(t *testing.T) {
	short := strings.ReplaceAll(rendered(t), "scalelab-reports", "scalelab-other")
	err := run(strings.NewReader(short), chartFile, sampleFile, filepath.Join(t.TempDir(), "bundle"))
	if err == nil || !strings.Contains(err.Error(), "no Deployment scalelab-reports was rendered") {
		t.Errorf("got %v", err)
	}
}

func TestABundleOfAReleasedChartLinksToItsRepository(t *testing.T) {
	text, err := os.ReadFile(chartFile)
	if err != nil {
		t.Fatal(err)
	}
	const home = "https://git.example.com/lab/scaling"
	folder := t.TempDir()
	released, bundle := filepath.Join(folder, "Chart.yaml"), filepath.Join(folder, "bundle")
	if err := os.WriteFile(released, append(text, "home: "+home+"\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(strings.NewReader(rendered(t)), released, sampleFile, bundle); err != nil {
		t.Fatal(err)
	}
	var csv v1alpha1.ClusterServiceVersion
	manifest(t, bundle, "scalelab.clusterserviceversion.yaml", &csv)
	if links := csv.Spec.Links; len(links) != 1 || links[0].URL != home || csv.Spec.Provider.URL != home || csv.Annotations["repository"] != home {
		t.Errorf("links %v, provider %v, annotations %v", links, csv.Spec.Provider, csv.Annotations["repository"])
	}
}

func TestWhatABundleCannotHaveIsNamed(t *testing.T) {
	for want, object := range map[string]string{
		"NetworkPolicy fence was rendered, and OLM takes no such object in a bundle": "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: fence}}",
		"switch off grafana.enabled": "{apiVersion: apps/v1, kind: Deployment, metadata: {name: other}, spec: {template: {spec: {containers: [{name: c, env: [{name: " + namespaces + ", value: a}]}]}}}}",
		"Role none is bound and was not rendered": "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: x}, roleRef: {kind: Role, name: none}, " +
			"subjects: [{kind: ServiceAccount, name: scalelab-operator}]}",
	} {
		err := run(strings.NewReader(rendered(t, object)), chartFile, sampleFile, filepath.Join(t.TempDir(), "bundle"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestAnotherFolderIsNotOverwritten(t *testing.T) {
	folder := t.TempDir()
	kept := filepath.Join(folder, "thesis.tex")
	if err := os.WriteFile(kept, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(strings.NewReader(rendered(t)), chartFile, sampleFile, folder); err == nil || !strings.Contains(err.Error(), "is no bundle") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
}

func TestOLMsRulesAreApplied(t *testing.T) {
	folder := written(t)
	file := filepath.Join(folder, "manifests", "scalelab.clusterserviceversion.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), "kind: ScalabilityTrial\n", "kind: Other\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := validate(folder); err == nil {
		t.Error("a CRD that is not owned is no error")
	}
}
