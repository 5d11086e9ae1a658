package model

// Evidence is the servers' side of a step's window.
type Evidence struct {
	Tiers []struct {
		Tier      string   `json:"tier"`
		Cores     *float64 `json:"cpuCores"`
		Limit     *float64 `json:"cpuLimitCores"`
		Throttled *float64 `json:"throttledPercent"`
	} `json:"tiers"`
	HostCPU     *float64 `json:"hostCpuPercent"`
	FullestHost *float64 `json:"fullestHostCpuPercent"`
	Servers     *struct {
		GC         *float64          `json:"gcPercent"`
		Heap       *float64          `json:"heapPercent"`
		JIT        *float64          `json:"jitPercent"`
		Pool       *Slots            `json:"pool"`
		WebThreads *Slots            `json:"webThreads"`
		Settings   map[string]string `json:"settings"`
	} `json:"servers"`
	Balancer *struct {
		Queue *float64 `json:"queue"`
	} `json:"balancer"`
	Databases []struct {
		Name    string   `json:"name"`
		Waiting *float64 `json:"waiting"`
	} `json:"databases"`
	Partitions []Partition `json:"partitions"`
}

// Partition is what one partition of the servers did.
type Partition struct {
	Name          string   `json:"name"`
	Servers       int      `json:"servers"`
	Cores         *float64 `json:"cpuCores"`
	Limit         *float64 `json:"cpuLimitCores"`
	DatabaseCores *float64 `json:"databaseCpuCores"`
	DatabaseLimit *float64 `json:"databaseCpuLimitCores"`
	Requests      *float64 `json:"requestsPerSecond"`
	Calls         *float64 `json:"callsPerSecond"`
}

// Slots are connections or threads, used and available.
type Slots struct {
	InUse *float64 `json:"inUse"`
	Busy  *float64 `json:"busy"`
	Size  *float64 `json:"size"`
	Wait  *float64 `json:"waitMillis"`
}
