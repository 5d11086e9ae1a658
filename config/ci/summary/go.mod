module dev.scalelab/summary

go 1.24.0
