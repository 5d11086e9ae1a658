package process

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// What Linux counts in for those who look from outside, on every architecture.
const ticksPerSecond = 100

// CPUSeconds is what CPU time a process has used since its start, to a hundredth of a second.
func CPUSeconds(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	return cpuSeconds(string(text))
}

// cpuSeconds reads the fields utime and stime, the 14th and 15th. The second, the program's name, may hold blanks and brackets.
func cpuSeconds(stat string) (float64, error) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("no times of a process in %q", stat)
	}
	var ticks int64
	for _, field := range fields[11:13] {
		count, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("no times of a process in %q: %w", stat, err)
		}
		ticks += count
	}
	return float64(ticks) / ticksPerSecond, nil
}
