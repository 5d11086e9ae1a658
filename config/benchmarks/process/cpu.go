package process

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Clock ticks per second of /proc on every architecture.
const ticksPerSecond = 100

// CPUSeconds is the CPU time of a process since its start, to a hundredth of a second.
func CPUSeconds(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	return cpuSeconds(string(text))
}

// cpuSeconds reads the fields utime and stime, the 14th and 15th. The second field, the program's name, may contain blanks and brackets.
func cpuSeconds(stat string) (float64, error) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("no CPU times of a process in %q", stat)
	}
	var ticks int64
	for _, field := range fields[11:13] {
		count, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("no CPU times of a process in %q: %w", stat, err)
		}
		ticks += count
	}
	return float64(ticks) / ticksPerSecond, nil
}
