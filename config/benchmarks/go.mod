module dev.scalelab/benchmarks

go 1.24.0
