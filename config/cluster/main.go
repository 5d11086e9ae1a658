// Command scalelab-cluster runs the local Kubernetes cluster of ScaleLab, builds its images and loads them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"dev.scalelab/cluster/internal/kubeapi"
	"dev.scalelab/cluster/internal/storage"
	"dev.scalelab/cluster/internal/supervisor"
)

const usage = `usage: cluster COMMAND
  up                 starts the cluster, or leaves a healthy one as it is
  down               takes it away
  status             says how each part is, and where logs and kubeconfig are
  kubeconfig         prints the path of the kubeconfig file
  images [TARGET..]  builds the images and loads them into the nodes that run them
  cloudnative-pg     installs CloudNativePG
  cloudnative-pg-manifest  prints where CloudNativePG's install manifest is
  flavour            prints which kind of cluster commands are carried out on: kind or embedded
  tools              builds kubectl and helm if need be and prints the folder that holds them
  kube-api-test-dir  prints a folder with an API server for fabric8's kube-api-test

environment:
  CLUSTER=kind|embedded              which kind of cluster; default: kind where a Docker engine answers and kind is on PATH
  KIND_IMAGE=IMAGE                   node image for kind
  CLUSTER_NETWORK, CLUSTER_SERVICES  first two numbers of the embedded cluster's address ranges (10.244, 10.96)`

func main() {
	closeInherited()
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err := run(ctx, os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, command string, args []string) error {
	switch command { // the first two are how the embedded cluster starts its own parts
	case "node":
		return supervisor.Run(args[0])
	case "storage":
		api, err := kubeapi.Open(args[0])
		if err != nil {
			return err
		}
		storage.Run(ctx, api, args[1])
		return nil
	}
	program, err := newProgram(ctx)
	if err != nil {
		return err
	}
	switch command {
	case "up":
		return program.cluster.Up(ctx)
	case "down":
		return program.down(ctx)
	case "status":
		return program.status(ctx)
	case "kubeconfig":
		return program.kubeconfig()
	case "images":
		return program.images(ctx, args)
	case "cloudnative-pg":
		return program.cloudNativePG(ctx)
	case "cloudnative-pg-manifest":
		return program.cloudNativePGManifest(ctx)
	case "flavour":
		fmt.Println(program.flavour())
		return nil
	case "tools":
		return program.tools(ctx)
	case "kube-api-test-dir":
		return program.kubeAPITest(ctx)
	}
	return fmt.Errorf("no such command: %s\n%s", command, usage)
}

// closeInherited keeps files that the caller happened to have open, such as a lock, from the processes of the cluster,
// which would hold them for as long as the cluster is up.
func closeInherited() {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, entry := range entries {
		if descriptor, err := strconv.Atoi(entry.Name()); err == nil && descriptor > 2 {
			syscall.CloseOnExec(descriptor)
		}
	}
}
