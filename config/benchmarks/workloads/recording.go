package workloads

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"dev.scalelab/benchmarks/process"
)

// Recording is the cost of our recording: the load generator's CPU time per request compared with that of a plain Gatling simulation
// that sends the same requests at the same rate, and records nothing, or Gatling's default log. The two run at the same time on the
// same core, so that a slower machine slows down both.
type Recording struct {
	RatePerSecond     int            `json:"ratePerSecond"`
	Ours              []GeneratorCPU `json:"ours"`
	Plain             []GeneratorCPU `json:"plain"` // at the same time as ours
	OursBesideLogging []GeneratorCPU `json:"oursBesideLogging"`
	Logging           []GeneratorCPU `json:"logging"`
	// Medians of the rounds.
	OursRequestsPerCoreSecond    float64 `json:"oursRequestsPerCoreSecond"`
	PlainRequestsPerCoreSecond   float64 `json:"plainRequestsPerCoreSecond"`
	LoggingRequestsPerCoreSecond float64 `json:"loggingRequestsPerCoreSecond"`
	// Compared with a simulation that records nothing.
	Cost Cost `json:"costPercent"`
	// Compared with a generator that writes Gatling's log, as it does by default.
	CostAgainstGatlingsLog Cost `json:"costPercentAgainstGatlingsLog"`
}

// Cost is the additional CPU time per request compared with another generator, in percent of that: the median of all rounds, the
// minimum and the maximum.
type Cost struct {
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

func costOf(ours, others []GeneratorCPU) Cost {
	var costs []float64
	for i, used := range ours {
		other := others[i].microsPerRequest()
		costs = append(costs, 100*(used.microsPerRequest()-other)/other)
	}
	return Cost{Median: median(costs), Least: slices.Min(costs), Most: slices.Max(costs)}
}

// most is the upper limit of the cost of recording, in percent of the load generator's CPU time.
const most = 3

// MissedAim is an error if recording costs too much; nil if it does not, or was not measured.
func (r Recording) MissedAim() error {
	if r.Cost.Median < most {
		return nil
	}
	return fmt.Errorf("recording costs %.1f %% of the load generator's CPU time, and must cost less than %d %%", r.Cost.Median, most)
}

// GeneratorCPU has the requests that one process sent in a window, and its CPU time.
type GeneratorCPU struct {
	Requests   int64   `json:"requests"`
	CPUSeconds float64 `json:"cpuSeconds"`
}

func (g GeneratorCPU) microsPerRequest() float64 { return 1e6 * g.CPUSeconds / float64(g.Requests) }

const (
	recordingRate   = 1500
	recordingRounds = 7
	firstRequest    = time.Minute
	// Longer than the window, so that it ends under full load although one started before the other.
	afterWindow = 6
)

func (l *Lab) recording(ctx context.Context) (Recording, error) {
	recording := Recording{RatePerSecond: recordingRate}
	plain := func(url string) *exec.Cmd { return l.plain(url, asManyEventLoops) }
	logging := func(url string) *exec.Cmd { return l.plain(url, gatlingsLog...) }
	for round := range l.length(recordingRounds, 1) {
		say("cost of recording: round %d of %d", round+1, l.length(recordingRounds, 1))
		ours, other, err := l.sideBySide(ctx, plain)
		if err != nil {
			return recording, fmt.Errorf("compared with Gatling without recording: %w", err)
		}
		recording.Ours, recording.Plain = append(recording.Ours, ours), append(recording.Plain, other)
		if ours, other, err = l.sideBySide(ctx, logging); err != nil {
			return recording, fmt.Errorf("compared with Gatling with its log: %w", err)
		}
		recording.OursBesideLogging, recording.Logging = append(recording.OursBesideLogging, ours), append(recording.Logging, other)
	}
	recording.compare()
	return recording, nil
}

// sideBySide runs the load generator and another at the same time, each with its own target, and measures both in the same window.
func (l *Lab) sideBySide(ctx context.Context, other func(url string) *exec.Cmd) (GeneratorCPU, GeneratorCPU, error) {
	var both [2]*sender
	var used [2]GeneratorCPU
	for i, command := range []func(url string) *exec.Cmd{l.ours, other} {
		started, err := l.startSender(command, []string{"ours", "other"}[i])
		if err != nil {
			return used[0], used[1], err
		}
		defer started.close()
		both[i] = started
	}
	for _, each := range both {
		if err := each.running.Await(ctx, firstRequest, "sending", each.sends); err != nil {
			return used[0], used[1], fmt.Errorf("%s: %w", each.name, err)
		}
	}
	from := time.Now().Add(time.Duration(l.warmUpSeconds()) * time.Second)
	for _, end := range []time.Time{from, from.Add(time.Duration(l.windowSeconds()) * time.Second)} {
		if err := sleepUntil(ctx, end); err != nil {
			return used[0], used[1], err
		}
		for i, each := range both {
			soFar, err := each.soFar()
			if err != nil {
				return used[0], used[1], fmt.Errorf("%s: %w", each.name, err)
			}
			// The value at the end of the window minus that at its start.
			used[i] = GeneratorCPU{Requests: soFar.Requests - used[i].Requests, CPUSeconds: soFar.CPUSeconds - used[i].CPUSeconds}
		}
	}
	for i, each := range both {
		if err := errors.Join(l.keptUp(used[i]), each.running.Wait(ctx, firstRequest)); err != nil {
			return used[0], used[1], fmt.Errorf("%s: %w", each.name, err)
		}
	}
	return used[0], used[1], nil
}

// compare computes the results from the rounds.
func (r *Recording) compare() {
	perCore := func(rounds []GeneratorCPU) float64 {
		var figures []float64
		for _, round := range rounds {
			figures = append(figures, 1e6/round.microsPerRequest())
		}
		return median(figures)
	}
	r.OursRequestsPerCoreSecond, r.PlainRequestsPerCoreSecond = perCore(r.Ours), perCore(r.Plain)
	r.LoggingRequestsPerCoreSecond = perCore(r.Logging)
	r.Cost, r.CostAgainstGatlingsLog = costOf(r.Ours, r.Plain), costOf(r.OursBesideLogging, r.Logging)
}

func (l *Lab) warmUpSeconds() int { return l.length(15, 3) }
func (l *Lab) windowSeconds() int { return l.length(20, 3) }
func (l *Lab) roundSeconds() int  { return l.warmUpSeconds() + l.windowSeconds() + afterWindow }

// ours is the load generator, started as in its image.
func (l *Lab) ours(url string) *exec.Cmd {
	return l.pinned(otherCore, []string{"TARGET_URL=" + url, "WORKLOAD=ecperf", "MIX=orderStatus=100", "SCALE=" + strconv.Itoa(datasetScale),
		"RATES=" + strconv.Itoa(recordingRate), "RAMP_SECONDS=0", "WARM_UP_SECONDS=" + strconv.Itoa(l.warmUpSeconds()),
		"STEP_SECONDS=" + strconv.Itoa(l.roundSeconds()), "METRICS_PORT=0"}, l.path("gatling", "target", "load-generator", "bin", "load-generator"))
}

// Options of Java in the load generator's start script, and of Gatling in its program.
var generatorOptions = []string{"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError",
	"-XX:MaxDirectMemorySize=128m", "-XX:ReservedCodeCacheSize=64m", "-Xss512k", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"}

// One event loop for its one core, as in our load generator; Gatling's default is two per core.
const asManyEventLoops = "-Dio.netty.eventLoopThreads=1"

// Gatling's defaults, which our gatling.conf disables, and the options with which Gatling's plugins start Java.
var gatlingsLog = []string{"-Dgatling.data.writers.0=console", "-Dgatling.data.writers.1=file",
	"--add-opens=java.base/java.lang=ALL-UNNAMED"}

// plain is Gatling itself, with the same jars: our gatling.conf in one of them disables its log.
func (l *Lab) plain(url string, options ...string) *exec.Cmd {
	packaged := l.path("gatling", "target", "load-generator")
	arguments := append(slices.Concat(generatorOptions, options),
		"-Dgatling.http.requestTimeout=10000", "-Dgatling.socket.connectTimeout=10000", "-Dgatling.http.pooledConnectionIdleTimeout=4000",
		"-Dplain.url="+url, "-Dplain.rate="+strconv.Itoa(recordingRate), "-Dplain.seconds="+strconv.Itoa(l.roundSeconds()),
		"-Dplain.orders="+strconv.Itoa(750*datasetScale),
		"-cp", l.path("gatling", "target", "test-classes")+":"+filepath.Join(packaged, "load-generator.jar")+":"+filepath.Join(packaged, "lib", "*"),
		"io.gatling.app.Gatling", "--no-reports", "--results-folder", l.folder, "--simulation", "dev.scalelab.load.plain.PlainSimulation")
	return l.pinned(otherCore, nil, filepath.Join(l.jdk.home, "bin", "java"), arguments...)
}

// sender is a running generator and its target.
type sender struct {
	name    string
	target  *target
	running *process.Running
}

// startSender starts one with its output in a log of that name.
func (l *Lab) startSender(command func(url string) *exec.Cmd, name string) (*sender, error) {
	target, err := startTarget()
	if err != nil {
		return nil, err
	}
	running, err := process.Start(command(target.url), filepath.Join(l.folder, name))
	if err != nil {
		target.close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &sender{name, target, running}, nil
}

func (s *sender) sends(context.Context) bool { return s.target.requests.Load() > 0 }

func (s *sender) soFar() (GeneratorCPU, error) {
	cpu, err := process.CPUSeconds(s.running.PID())
	return GeneratorCPU{Requests: s.target.requests.Load(), CPUSeconds: cpu}, err
}

func (s *sender) close() {
	s.running.Stop()
	s.target.close()
}

// keptUp rejects the CPU time of a generator that could not keep up, since it did not send the same load as the other.
func (l *Lab) keptUp(used GeneratorCPU) error {
	due := int64(recordingRate * l.windowSeconds())
	if used.Requests < due*98/100 || used.Requests > due*102/100 {
		return fmt.Errorf("%d requests instead of %d", used.Requests, due)
	}
	if used.CPUSeconds == 0 {
		return errors.New("no CPU time")
	}
	return nil
}
