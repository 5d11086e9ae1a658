# `make` or `make help` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help demo test test-fast test-nightly bench study lint generate class-list vulnerabilities bundle install cluster-up cluster-down cluster-status kubeconfig jars images tools cloudnative-pg kube-api-test-dir

CLUSTER_PROGRAM := config/cluster/cluster
# If packages are missing and cannot be installed, bootstrap prints them and the target fails.
MAVEN = path=$$(config/cluster/bootstrap) && PATH=$$path mvn -B -q -ntp

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## start a cluster, build, install, measure config/samples/small.yaml and print its curve
	@config/ci/demo.sh

test: ## install missing packages and run the tests, with the small experiment, remote state, failures and samples on a cluster (about an hour)
	@config/ci/test.sh all

test-fast: ## run the tests that need no cluster: unit, API server, simulated cluster and chart tests, checks of format and generated files
	@config/ci/test.sh fast

test-nightly: ## run the long tests: a search, an experiment of each workload and topology, ten thousand simulated schedules, a thousand random experiments, 24 schedules of faults on the cluster, the small experiment three times, a seventh of the studies, sixty experiments, an hour of the operator
	@config/ci/test.sh nightly

bench: ## measure ScaleLab itself, reports in config/benchmarks (ONLY=demo, workloads, scale, answers, disturbances, operator, crowd, soak, sweep or search, or of the workloads only speed, dataset, sessions, copies, start or recording; COLD=no: without the demo from empty caches)
	@cd config/benchmarks && path=$$(CLUSTER=embedded ../cluster/bootstrap $(if $(filter scale answers disturbances,$(ONLY)),build,$(if $(filter-out demo operator crowd soak sweep search,$(ONLY)),database,bench))) && \
	  PATH=$$path go run . -only=$(ONLY) $(if $(filter no,$(COLD)),-cold=false) $(if $(filter yes,$(SHORT)),-short) $(if $(MINUTES),-minutes=$(MINUTES))

study: ## repeat a published experiment on the local cluster, results in config/studies (STUDY=r3-balancer; without STUDY: only regenerate the pages)
	@path=$$(config/cluster/bootstrap) && export PATH=$$(PATH=$$path $(CLUSTER_PROGRAM) tools):$$path && \
	  export KUBECONFIG=$$($(CLUSTER_PROGRAM) kubeconfig) && cd config/studies && go run . -measure="$(STUDY)"

lint: ## check formatting, generated files, chart, dashboards, shell and Go
	@config/ci/lint.sh

generate: ## regenerate files: CRDs, docs/spec.md, the table of signals, dashboards, the chart's copies and tables
	@$(MAVEN) spotless:apply
	@$(MAVEN) test-compile surefire:test -pl operator -Dtest=GeneratedCrdsTest,GeneratedSignalTableTest -Dgenerate
	@path=$$(config/cluster/bootstrap) && cd dashboards && PATH=$$path CGO_ENABLED=0 GOFLAGS=-trimpath go run .
	@$(MAVEN) test-compile surefire:test -pl operator -Dtest=GeneratedSpecPageTest,GeneratedChartFilesTest -Dgenerate

class-list: ## update the list of library classes in the operator's class archive (needs the current ScaleLab in the local cluster)
	@config/ci/class-list.sh

vulnerabilities: jars ## compare the Go programs with the Go vulnerability database, and list the Java libraries of the images
	@config/ci/vulnerabilities.sh

bundle: ## write a bundle for the Operator Lifecycle Manager to target/bundle, and check it by OLM's rules (IMAGES=REGISTRY/scalelab, TAG: ScaleLab's images; PROMETHEUS_URL: the Prometheus that the operator asks)
	@config/ci/bundle.sh

install: target/jars ## build what has changed, and install or upgrade it and CloudNativePG in the local cluster
	@$(CLUSTER_PROGRAM) images
	@$(CLUSTER_PROGRAM) cloudnative-pg
	@config/ci/install.sh

cluster-up: ## start a local Kubernetes cluster (CLUSTER=kind or CLUSTER=embedded; default: kind if Docker and kind are available; NODES=app=2,database=2: more nodes of a role; NETWORK_POLICIES=yes: enforce NetworkPolicies)
	@$(CLUSTER_PROGRAM) up

cluster-down: ## remove the local cluster
	@$(CLUSTER_PROGRAM) down

cluster-status: ## print the health of the local cluster and the path of its logs
	@$(CLUSTER_PROGRAM) status

kubeconfig: ## print the path of the local cluster's kubeconfig: export KUBECONFIG=$(make -s kubeconfig)
	@$(CLUSTER_PROGRAM) kubeconfig

tools: ## print a folder with kubectl, kubectl scalelab and helm: export PATH=$(make -s tools):$PATH
	@$(CLUSTER_PROGRAM) tools

jars: target/jars ## compile and package the operator, the benchmark application and the load generator

# Packages only if a source is newer than the last packaging. A deleted source changes the time of its folder.
JAR_SOURCES := $(shell find pom.xml .mvn crds operator/pom.xml benchmark-app/pom.xml benchmark-app/infinispan-server/pom.xml gatling/pom.xml operator/src/main benchmark-app/src/main benchmark-app/infinispan-server/src gatling/src/main gatling/src/test/java/dev/scalelab/load/plain config/samples/own-application/pom.xml config/samples/own-application/src/main)
target/jars: $(JAR_SOURCES)
	@$(MAVEN) package -DskipTests
	@mkdir -p target && touch $@

images: ## build the container images that have changed and load them into the local cluster
	@$(CLUSTER_PROGRAM) images

cloudnative-pg: ## install the PostgreSQL operator CloudNativePG into the local cluster
	@$(CLUSTER_PROGRAM) cloudnative-pg

kube-api-test-dir: ## print a folder with an API server for tests (fabric8's kube-api-test)
	@$(CLUSTER_PROGRAM) kube-api-test-dir
