package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
)

// publishedFile has one row for each published figure of all studies: source, table, series, x_name, x, metric, unit, value, note.
const publishedFile = "published-results.csv"

// Published is a figure of a published table. Of is the curve or system that it is a figure of.
type Published struct {
	Table, Of, Metric, Unit string
	X, Value                float64
}

// publishedRows has every figure of a publication, in the published order.
func publishedRows(publication string) ([]Published, error) {
	file, err := os.Open(publishedFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", publishedFile, err)
	}
	var all []Published
	for line, row := range rows {
		if row[0] != publication {
			continue
		}
		x, errX := strconv.ParseFloat(row[4], 64)
		value, errValue := strconv.ParseFloat(row[7], 64)
		if errX != nil || errValue != nil {
			return nil, fmt.Errorf("%s, line %d: x and value must be numbers", publishedFile, line+1)
		}
		all = append(all, Published{Table: row[1], Of: row[2], Metric: row[5], Unit: row[6], X: x, Value: value})
	}
	return all, nil
}
