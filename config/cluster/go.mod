module dev.scalelab/cluster

go 1.24.0
