package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/barchart"
	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/cog/variants"
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/table"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
	"github.com/grafana/grafana-foundation-sdk/go/units"
)

// Units that Grafana does not have by itself.
const (
	transactionsPerSecond = "suffix:transactions/s"
	bbopsPerMinute        = "suffix:BBops/min"
	coresUnit             = "cores"
)

// Width and height of a panel in Grafana's grid, which has 24 columns.
const (
	third = 8
	half  = 12
	full  = 24

	height     = 8
	tallHeight = 10
)

func ref[T any](value T) *T { return &value }

// source is the Prometheus that the person chose.
func source() common.DataSourceRef {
	return common.DataSourceRef{Type: ref("prometheus"), Uid: ref("${datasource}")}
}

// letter is the name of the query with that number: A, B, and so on.
func letter(i int) string { return string(rune('A' + i)) }

// target is a query over the time range of the dashboard.
func target(i int, query query) *prometheus.DataqueryBuilder {
	built := prometheus.NewDataqueryBuilder().RefId(letter(i)).Datasource(source()).EditorMode(prometheus.QueryEditorModeCode).
		Expr(query.expr).LegendFormat(query.legend).Range().Format(prometheus.PromQueryFormatTimeSeries)
	if step := interval(query.expr); step != "" {
		built.Interval(step)
	}
	return built
}

// latest is a query of the latest figures, as a table.
func latest(i int, expr string) *prometheus.DataqueryBuilder {
	return prometheus.NewDataqueryBuilder().RefId(letter(i)).Datasource(source()).EditorMode(prometheus.QueryEditorModeCode).
		Expr(expr).Instant().Format(prometheus.PromQueryFormatTable)
}

func targets(queries []query) []cog.Builder[variants.Dataquery] {
	var built []cog.Builder[variants.Dataquery]
	for i, query := range queries {
		built = append(built, target(i, query))
	}
	return built
}

func legend() *common.VizLegendOptionsBuilder {
	return common.NewVizLegendOptionsBuilder().DisplayMode(common.LegendDisplayModeList).Placement(common.LegendPlacementBottom).ShowLegend(true)
}

func tooltip(mode common.TooltipDisplayMode) *common.VizTooltipOptionsBuilder {
	return common.NewVizTooltipOptionsBuilder().Mode(mode).Sort(common.SortOrderNone)
}

// palette gives each series another colour.
func palette() *dashboard.FieldColorBuilder {
	return dashboard.NewFieldColorBuilder().Mode(dashboard.FieldColorModeIdPaletteClassic)
}

// lines shows figures over time, from 0.
func lines(title, unit, description string, queries ...query) *timeseries.PanelBuilder {
	return signed(title, unit, description, queries...).Min(0)
}

// signed is the same of figures that may be negative.
func signed(title, unit, description string, queries ...query) *timeseries.PanelBuilder {
	return timeseries.NewPanelBuilder().Title(title).Description(description).Unit(unit).
		Datasource(source()).Targets(targets(queries)).Span(third).Height(height).
		ColorScheme(palette()).Legend(legend()).Tooltip(tooltip(common.TooltipDisplayModeMulti)).
		DrawStyle(common.GraphDrawStyleLine).LineWidth(1).FillOpacity(0).ShowPoints(common.VisibilityModeNever).
		SpanNulls(common.BoolOrFloat64{Bool: ref(false)}).AxisPlacement(common.AxisPlacementAuto)
}

// shares shows shares of a limit, from 0 to 100 %.
func shares(title, description string, queries ...query) *timeseries.PanelBuilder {
	return lines(title, units.Percent, description, queries...).Max(100)
}

// stacked shows parts of a sum, one upon the other.
func stacked(title, unit, description string, queries ...query) *timeseries.PanelBuilder {
	return lines(title, unit, description, queries...).FillOpacity(30).
		Stacking(common.NewStackingConfigBuilder().Mode(common.StackingModeNormal).Group("A"))
}

func dashes() dashboard.DynamicConfigValue {
	return dashboard.DynamicConfigValue{Id: "custom.lineStyle",
		Value: common.LineStyle{Fill: ref(common.LineStyleFillDash), Dash: []float64{10, 10}}}
}

func red() dashboard.DynamicConfigValue {
	return dashboard.DynamicConfigValue{Id: "color",
		Value: dashboard.FieldColor{Mode: dashboard.FieldColorModeIdFixed, FixedColor: ref("red")}}
}

// withLimits draws the series whose names begin with "limit" as dashed lines.
func withLimits(panel *timeseries.PanelBuilder) *timeseries.PanelBuilder {
	return panel.OverrideByRegexp("/^limit/", []dashboard.DynamicConfigValue{dashes()})
}

// transformation is one of Grafana's, which the SDK has no types for.
func transformation(id string, options any) dashboard.DataTransformerConfig {
	return dashboard.DataTransformerConfig{Id: id, Options: options}
}

func merge() dashboard.DataTransformerConfig { return transformation("merge", map[string]any{}) }

// asNumbers makes numbers of labels, so that 10 comes after 9.
func asNumbers(labels ...string) dashboard.DataTransformerConfig {
	var conversions []any
	for _, label := range labels {
		conversions = append(conversions, map[string]string{"targetField": label, "destinationType": "number"})
	}
	return transformation("convertFieldType", map[string]any{"fields": struct{}{}, "conversions": conversions})
}

func sortedBy(field string) dashboard.DataTransformerConfig {
	return transformation("sortBy", map[string]any{"fields": struct{}{}, "sort": []any{map[string]string{"field": field}}})
}

// organized gives fields an order and other names, and removes some.
func organized(order []string, names map[string]string, without ...string) dashboard.DataTransformerConfig {
	index, exclude := map[string]int{}, map[string]bool{"Time": true}
	for i, field := range order {
		index[field] = i
	}
	for _, field := range without {
		exclude[field] = true
	}
	return transformation("organize", map[string]any{
		"excludeByName": exclude, "includeByName": struct{}{}, "indexByName": index, "renameByName": names})
}

// bars shows one figure of each configuration: a bar for each system, with the number of pods on the x axis.
func bars(title, unit, description, expr string) *barchart.PanelBuilder {
	return barchart.NewPanelBuilder().Title(title).Description(description).Unit(unit).Min(0).
		Datasource(source()).Span(half).Height(tallHeight).
		WithTarget(latest(0, `label_join(`+expr+`, "curve", " ", "experiment", "system")`)).
		Transformations([]dashboard.DataTransformerConfig{asNumbers("replicas"), sortedBy("replicas"),
			transformation("groupingToMatrix", map[string]string{
				"columnField": "curve", "rowField": "replicas", "valueField": "Value", "emptyValue": "null"})}).
		XField(`replicas\curve`).Orientation(common.VizOrientationVertical).ShowValue(common.VisibilityModeAuto).
		Stacking(common.StackingModeNone).FullHighlight(false).GroupWidth(0.7).BarWidth(0.9).BarRadius(0).
		XTickLabelRotation(0).XTickLabelMaxLength(0).XTickLabelSpacing(0).
		AxisPlacement(common.AxisPlacementAuto).FillOpacity(80).LineWidth(1).GradientMode(common.GraphGradientModeNone).
		ColorScheme(palette()).Legend(legend()).Tooltip(tooltip(common.TooltipDisplayModeMulti))
}

// column is a figure of a table. A unit of none is written as such, since not all columns have the table's.
type column struct {
	title, unit, expr string
	more              []dashboard.DynamicConfigValue
}

// key is a label that tells the rows of a table from one another.
type key struct{ label, title string }

// rows is a table with a row for each set of values of the keys, and its columns in their order.
func rows(title, description string, keys []key, columns []column, numbers []string, more ...dashboard.DataTransformerConfig) *table.PanelBuilder {
	panel := table.NewPanelBuilder().Title(title).Description(description).Unit(units.NoUnit).
		Datasource(source()).Span(full).ColorScheme(palette()).
		Align(common.FieldTextAlignmentAuto).Inspect(false).CellOptions(common.TableCellOptions{TableAutoCellOptions: common.NewTableAutoCellOptions()}).
		ShowHeader(true).CellHeight(common.TableCellHeightSm).FrameIndex(0)
	var order []string
	names := map[string]string{}
	for _, key := range keys {
		order = append(order, key.label)
		names[key.label] = key.title
	}
	for i, column := range columns {
		value := "Value #" + letter(i)
		order = append(order, value)
		names[value] = column.title
		panel.WithTarget(latest(i, column.expr))
		panel.OverrideByName(column.title, append([]dashboard.DynamicConfigValue{{Id: "unit", Value: column.unit}}, column.more...))
	}
	panel.WithTransformation(merge()).WithTransformation(asNumbers(numbers...)).WithTransformation(organized(order, names))
	for _, one := range more {
		panel.WithTransformation(one)
	}
	return panel
}

func decimals(count int) dashboard.DynamicConfigValue {
	return dashboard.DynamicConfigValue{Id: "decimals", Value: count}
}
