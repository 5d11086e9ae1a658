// Command kubectl-scalelab is a plugin of kubectl that shows, compares and hands on ScaleLab's results.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"dev.scalelab/plugin/internal/command"
)

// version is that of the chart and the operator; a test compares them.
const version = "0.1.0"

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	context.AfterFunc(ctx, cancel) // a second signal ends what does not look at the first, such as a pipe that nobody reads
	os.Exit(command.Run(ctx, version, os.Args[1:], os.Stdout, os.Stderr))
}
