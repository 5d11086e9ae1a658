package workloads

import (
	"fmt"
	"io"
)

// Row prints a line of a report's table.
func Row(out io.Writer, name string, format string, figures ...any) {
	fmt.Fprintf(out, "%-44s %s\n", name, fmt.Sprintf(format, figures...))
}

// Print prints the figures as a table.
func (f Figures) Print(out io.Writer) {
	for _, speed := range f.Speeds {
		Row(out, "requests/s per core, "+speed.Workload, "%.0f (%.0f/s with %.2f cores; generator %.2f cores)",
			speed.RequestsPerCoreSecond, speed.RequestsPerSecond, speed.ServerCores, speed.GeneratorCores)
		if speed.Deliveries > 0 {
			Row(out, "  suppliers' deliveries", "%d", speed.Deliveries)
		}
		for _, method := range speed.HottestMethods {
			Row(out, fmt.Sprintf("  %4.1f %% of %d samples", method.Percent, speed.ProfileSamples), "%s", method.Name)
		}
	}
	for _, reset := range f.Resets {
		Row(out, fmt.Sprintf("dataset reset, %s at scale %d", reset.Workload, reset.Scale), "%.2f s (%.1f s the first time), %.0f MiB",
			reset.Seconds, reset.FirstSeconds, reset.DatabaseMiB)
	}
	for _, memory := range f.Sessions {
		Row(out, "heap for a session, "+memory.Workload+", "+memory.State, "%.0f bytes (%d sessions: %.1f MiB with, %.1f MiB without)",
			memory.BytesPerSession, memory.Sessions, memory.HeapMiBWith, memory.HeapMiBWithout)
		if memory.StateBytes > 0 {
			Row(out, "  its state", "%d bytes", memory.StateBytes)
		}
	}
	for _, copies := range f.Copies {
		Row(out, "state "+copies.State, "%.0f requests/s per core, %.2f ms of CPU a request, of it %.2f ms in the server that answers (%.0f/s)",
			copies.RequestsPerCoreSecond, copies.CPUMillisPerRequest, copies.ServerCPUMillisPerRequest, copies.RequestsPerSecond)
	}
	for _, start := range f.Starts {
		Row(out, "start of a server, "+start.Shape, "%.1f s, %.1f s of CPU (%.1f and %.1f without class cache); copied by the image %.0f MiB, class cache %.0f MiB",
			start.Seconds, start.CPUSeconds, start.UncachedReady, start.UncachedCPU, start.ContentMiB, start.CacheMiB)
	}
	if r := f.Recording; len(r.Ours) > 0 {
		Row(out, "load generator, requests/s per core", "%.0f; plain Gatling %.0f, and %.0f with its own log",
			r.OursRequestsPerCoreSecond, r.PlainRequestsPerCoreSecond, r.LoggingRequestsPerCoreSecond)
		Row(out, fmt.Sprintf("  cost of recording (aim under %d %%)", most), "%.1f %% (%.1f to %.1f %%)", r.Cost.Median, r.Cost.Least, r.Cost.Most)
		own := r.CostAgainstGatlingsLog
		Row(out, "  against Gatling with its own log", "%.1f %% (%.1f to %.1f %%)", own.Median, own.Least, own.Most)
	}
}
