module dev.scalelab/studies

go 1.24.0
