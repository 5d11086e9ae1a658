#!/usr/bin/env bash
# ghz's average includes the failed calls; its fastest, its slowest and its percentiles do not, unless --count-errors is given, whose
# documentation says that the average leaves them out, too. Each second call fails after two seconds and the others take 20 ms: the
# average is about a second, far above the slowest. Failures that come at once lower it below the fastest.
set -euo pipefail
version=v0.121.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >go.mod <<MOD
module probe

go 1.24.0

require github.com/bojand/ghz $version
MOD
cat >main.go <<'GO'
package main

import (
	"context"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/bojand/ghz/printer"
	"github.com/bojand/ghz/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/status"
)

type server struct {
	grpc_health_v1.UnimplementedHealthServer
	calls atomic.Int64
}

func (s *server) Check(context.Context, *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	if s.calls.Add(1)%2 == 0 {
		time.Sleep(2 * time.Second)
		return nil, status.Error(codes.Unavailable, "full")
	}
	time.Sleep(20 * time.Millisecond)
	return &grpc_health_v1.HealthCheckResponse{}, nil
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	serving := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(serving, &server{})
	reflection.Register(serving)
	go func() { _ = serving.Serve(listener) }()
	report, err := runner.Run("grpc.health.v1.Health.Check", listener.Addr().String(),
		runner.WithInsecure(true), runner.WithTotalRequests(20), runner.WithConcurrency(2), runner.WithDataFromJSON("{}"))
	if err != nil {
		panic(err)
	}
	if err := (&printer.ReportPrinter{Out: os.Stdout, Report: report}).Print("summary"); err != nil {
		panic(err)
	}
	if report.Average <= report.Slowest {
		os.Exit(1)
	}
}
GO
echo "github.com/bojand/ghz $version"
GOFLAGS=-mod=mod go build -o probe . 2>download.log || { cat download.log; exit 1; }
./probe || { echo "CHANGED: the average was expected above the slowest"; exit 1; }
echo "AS SEEN: ghz's average call takes longer than its slowest"
