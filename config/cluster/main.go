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
	"dev.scalelab/cluster/internal/policies"
	"dev.scalelab/cluster/internal/storage"
	"dev.scalelab/cluster/internal/supervisor"
)

const usage = `usage: cluster COMMAND
  up                 starts the cluster, unless a healthy one is running
  down               removes it
  status             prints the health of each part and the paths of logs and kubeconfig
  lose NODE SECONDS  ends everything on a node at once, as if it had lost its power, and starts it again after a time
  kubeconfig         prints the path of the kubeconfig file
  images [TARGET..]  builds the images and loads them into the nodes that run them
  cloudnative-pg     installs CloudNativePG
  cloudnative-pg-manifest  prints the path of CloudNativePG's install manifest
  flavour            prints the kind of cluster that commands use: kind or embedded
  tools              builds kubectl, kubectl scalelab and helm if necessary and prints the folder that contains them
  kube-api-test-dir  prints a folder with an API server for fabric8's kube-api-test

environment:
  CLUSTER=kind|embedded              kind of cluster; default: kind if a Docker engine runs and kind is on PATH
  NODES=app=2,database=2             number of nodes by role: app, database and load; default: one of each, and one system node
  KIND_IMAGE=IMAGE                   node image for kind
  NETWORK_POLICIES=yes|no            whether the embedded cluster enforces NetworkPolicies; default: no
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
	switch command { // the embedded cluster starts its own parts with the first three
	case "node":
		return supervisor.Run(args[0])
	case "network-policies":
		api, err := kubeapi.Open(args[0])
		if err != nil {
			return err
		}
		policies.Run(ctx, api, args[1], args[2])
		return nil
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
	case "lose":
		return program.lose(ctx, args)
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

// closeInherited marks inherited open files, such as a lock of the caller, as close-on-exec: otherwise the processes of the
// cluster would keep them open while the cluster is running.
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
