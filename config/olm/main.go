// Command olm writes a bundle for the Operator Lifecycle Manager from the objects that the chart renders, so that rights, images and
// settings are the chart's:
//
//	helm template ... | go run . -chart charts/scalelab/Chart.yaml -sample config/samples/small.yaml -output target/bundle
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	chart := flag.String("chart", "", "path of Chart.yaml, which has version, keywords and descriptions of the CRDs")
	sample := flag.String("sample", "", "path of an experiment that consoles offer as an example")
	output := flag.String("output", "", "folder to write; it must not exist, or be a bundle")
	flag.Parse()
	if err := run(os.Stdin, *chart, *sample, *output); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: a valid bundle; build its image with: docker build -f %s %s\n", *output, filepath.Join(*output, dockerfile), *output)
}

func run(rendered io.Reader, chart, sample, output string) error {
	about, err := readChart(chart)
	if err != nil {
		return err
	}
	objects, err := readObjects(rendered)
	if err != nil {
		return err
	}
	example, err := readSample(sample)
	if err != nil {
		return err
	}
	files, err := bundle(about, objects, example)
	if err != nil {
		return err
	}
	if err := files.write(output); err != nil {
		return err
	}
	return validate(output)
}
