module dev.scalelab/cluster

go 1.26.0

// The Go that every program here is compiled with; bootstrap fetches it.
toolchain go1.27.4
