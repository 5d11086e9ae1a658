// Package images builds the container images from the Dockerfile and loads each into the nodes that run it.
package images

import "dev.scalelab/cluster/internal/cnpg"

// Version is the tag of ScaleLab's own images, the same as the chart's appVersion.
const Version = "0.1.0"

// Image is one image: its name, its target in the Dockerfile, and the nodes that need it.
type Image struct {
	Name   string
	Target string
	// Inputs are the files and folders, relative to the repository, that the target copies; its build has access to
	// nothing else of the repository, so a missing input fails the build.
	Inputs []string
	// MadeBy is the command that creates the inputs, for the message if they are missing.
	MadeBy string
	// Roles are the values of scalelab.dev/role of the nodes that need the image.
	Roles []string
	// ThirdParty images are built only for clusters that cannot pull images; Upstream is the image that others pull.
	ThirdParty bool
	Upstream   string
	// Example images are not part of ScaleLab; they are built only if specified.
	Example bool
}

// The folders in which the Dockerfile expects Go programs: the CloudNativePG manager, and the plugin, which serves report pages.
const (
	managerInput = "target/cluster/cloudnative-pg"
	reportsInput = "target/cluster/reports"
)

// The example of your own application is in one jar: the server and its transactions.
const (
	exampleJar = "config/samples/own-application/target/own-application.jar"
	generator  = "gatling/target/load-generator"
)

// Table lists every image.
var Table = []Image{
	{Name: "ghcr.io/scalelab/operator:" + Version, Target: "operator", Inputs: []string{"operator/target/quarkus-app"},
		MadeBy: "make jars", Roles: []string{"system"}},
	// The dataset tool of the same image runs on the nodes of the load.
	{Name: "ghcr.io/scalelab/benchmark-app:" + Version, Target: "benchmark-app",
		Inputs: []string{"benchmark-app/target/server", "benchmark-app/target/scalelab"},
		MadeBy: "make jars", Roles: []string{"app", "load"}},
	{Name: "ghcr.io/scalelab/infinispan-server:" + Version, Target: "infinispan-server",
		Inputs: []string{"benchmark-app/infinispan-server/target/infinispan-server"}, MadeBy: "make jars", Roles: []string{"database"}},
	{Name: "ghcr.io/scalelab/load-generator:" + Version, Target: "load-generator",
		Inputs: []string{generator}, MadeBy: "make jars", Roles: []string{"load"}},
	{Name: "ghcr.io/scalelab/reports:" + Version, Target: "reports", Inputs: []string{reportsInput}, Roles: []string{"system"}},
	{Name: "localhost/scalelab/haproxy:3.0", Target: "haproxy", Roles: []string{"load"},
		ThirdParty: true, Upstream: "docker.io/library/haproxy:3.0"},
	{Name: "localhost/scalelab/prometheus:2.53", Target: "prometheus", Roles: []string{"system"},
		ThirdParty: true, Upstream: "docker.io/prom/prometheus:v3.11.3"},
	{Name: "localhost/scalelab/postgresql:17", Target: "postgresql", Roles: []string{"database"},
		ThirdParty: true, Upstream: "ghcr.io/cloudnative-pg/postgresql:17-standard-trixie"},
	// Instance pods copy the manager from this image, so the nodes of databases need it too.
	{Name: CloudNativePG, Target: "cloudnative-pg", Inputs: []string{managerInput}, Roles: []string{"system", "database"},
		ThirdParty: true, Upstream: cnpg.Upstream},
	{Name: "localhost/own-application:1", Target: "own-application", Inputs: []string{exampleJar},
		MadeBy: "make jars", Roles: []string{"app"}, Example: true},
	{Name: "localhost/own-load:1", Target: "own-load", Inputs: []string{generator, exampleJar},
		MadeBy: "make jars", Roles: []string{"load"}, Example: true},
	{Target: "", ThirdParty: true, Upstream: "docker.io/grafana/grafana:12.2.5", Roles: []string{"system"}},
}

// CloudNativePG is the image of the database operator on the embedded cluster.
const CloudNativePG = "localhost/scalelab/cloudnative-pg:" + cnpg.Version
