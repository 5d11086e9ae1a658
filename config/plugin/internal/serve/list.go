package serve

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"dev.scalelab/plugin/internal/cluster"
	"dev.scalelab/plugin/internal/report"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// maxListed limits the experiments of a namespace that are listed.
const maxListed = 500

//go:embed assets/list.gohtml
var listText string

var list = template.Must(template.New("list").Parse(listText))

type listData struct {
	Title  string
	Style  template.CSS
	Text   []string
	Tables []experiments
}

// experiments are those of a namespace, as kubectl get shows them.
type experiments struct {
	Namespace string
	Columns   []string
	Rows      []row
	Note      string
}

type row struct {
	Link, Name string
	Cells      []string
	created    metav1.Time
}

// all lists the experiments of every namespace that the caller may list; links begin with a path relative to the page's.
func (s *Server) all(prefix string) answer {
	return func(ctx context.Context, c caller, _ *http.Request) ([]byte, error) {
		data := listData{Title: "Experiments", Style: report.Style()}
		for _, namespace := range s.Namespaces {
			found, err := read(ctx, c, namespace, prefix+namespace+"/")
			switch {
			case apierrors.IsForbidden(err):
				continue
			case err != nil:
				return nil, err
			}
			data.Tables = append(data.Tables, found)
		}
		if len(data.Tables) == 0 {
			data.Text = []string{"You may not list the experiments of any namespace that is served here."}
		}
		return listed(data)
	}
}

// one lists the experiments of a namespace.
func (s *Server) one(bare bool) answer {
	return func(ctx context.Context, c caller, r *http.Request) ([]byte, error) {
		namespace, prefix := r.PathValue("namespace"), ""
		if len(validation.IsDNS1123Label(namespace)) > 0 {
			return nil, errNoSuchPage
		}
		if bare {
			prefix = namespace + "/"
		}
		found, err := read(ctx, c, namespace, prefix)
		if err != nil {
			return nil, err
		}
		return listed(listData{Title: "Experiments", Style: report.Style(), Tables: []experiments{found}})
	}
}

func listed(data listData) ([]byte, error) {
	var page bytes.Buffer
	err := list.Execute(&page, data)
	return page.Bytes(), err
}

// read has the API server make the table, which is much smaller than the experiments.
func read(ctx context.Context, c caller, namespace, prefix string) (experiments, error) {
	config := dynamic.ConfigFor(c.config)
	version := cluster.Experiments.GroupVersion()
	config.APIPath, config.GroupVersion = "/apis", &version
	client, err := rest.RESTClientFor(config)
	if err != nil {
		return experiments{}, err
	}
	text, err := client.Get().Namespace(namespace).Resource(cluster.Experiments.Resource).Param("limit", strconv.Itoa(maxListed)).
		SetHeader("Accept", cluster.AsTable).Do(ctx).Raw()
	if err != nil {
		return experiments{}, err
	}
	return tabled(text, namespace, prefix)
}

func tabled(text []byte, namespace, prefix string) (experiments, error) {
	var table metav1.Table
	if err := json.Unmarshal(text, &table); err != nil {
		return experiments{}, fmt.Errorf("the experiments of %s cannot be read: %w", namespace, err)
	}
	found := experiments{Namespace: namespace}
	var shown []int
	for i, column := range table.ColumnDefinitions {
		if column.Format != "name" && (column.Priority == 0 || column.Name == "Message") {
			shown = append(shown, i)
			found.Columns = append(found.Columns, column.Name)
		}
	}
	for _, line := range table.Rows {
		var object metav1.PartialObjectMetadata
		if err := json.Unmarshal(line.Object.Raw, &object); err != nil {
			return experiments{}, err
		}
		one := row{Link: prefix + object.Name, Name: object.Name, created: object.CreationTimestamp}
		for _, i := range shown {
			one.Cells = append(one.Cells, cell(line.Cells[i]))
		}
		found.Rows = append(found.Rows, one)
	}
	slices.SortStableFunc(found.Rows, func(a, b row) int { return b.created.Compare(a.created.Time) })
	if table.Continue != "" {
		found.Note = fmt.Sprintf("Only %d experiments are listed.", len(found.Rows))
	}
	return found, nil
}

func cell(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}
