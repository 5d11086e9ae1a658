package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
)

// publishedFile has one row for each published figure of all studies: source, table, series, x_name, x, metric, unit, value, note.
const publishedFile = "published-results.csv"

// Published is a figure of a published table.
type Published struct {
	X, Value float64
	Unit     string
}

// publishedTable has every figure of a table, in the published order.
func publishedTable(source, table string) ([]Published, error) {
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
		if row[0] != source || row[1] != table {
			continue
		}
		x, errX := strconv.ParseFloat(row[4], 64)
		value, errValue := strconv.ParseFloat(row[7], 64)
		if errX != nil || errValue != nil {
			return nil, fmt.Errorf("%s, line %d: x and value must be numbers", publishedFile, line+1)
		}
		all = append(all, Published{X: x, Value: value, Unit: row[6]})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no table %s of %s", publishedFile, table, source)
	}
	return all, nil
}
