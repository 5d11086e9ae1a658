package main

import (
	"strings"
	"testing"
	"time"
)

func TestTheLastLineCountsEveryTestAndNamesFailedStages(t *testing.T) {
	stages := readStages("begin\t100\tcluster\npassed\t130\tcluster\nbegin\t130\tend to end\nfailed\t200\tend to end\nbegin\t200\tlife cycle\n", time.Unix(250, 0))
	classes := readJUnit(strings.NewReader(`<testsuite name="a.Slow" time="12.5"><testcase classname="a.Slow" name="works"/>
		<testcase classname="a.Slow" name="breaks"><failure message="&#10;no room&#10;  at all"/></testcase>
		<testcase classname="a.Slow" name="throws"><error type="java.lang.NullPointerException"/></testcase>
		<testcase classname="a.Slow" name="waits"><skipped message="no helm"/></testcase></testsuite>`))
	classes = append(classes, readGo(strings.NewReader(`{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"q","Elapsed":3}
not json`))...)

	var out strings.Builder
	print(&out, stages, classes)

	for _, want := range []string{
		"     30 s  cluster\n",
		"     70 s  end to end: failed\n",
		"     50 s  life cycle: failed\n",
		"     12 s  a.Slow\n      3 s  q\n",
		"failed: a.Slow.breaks; no room at all\n",
		"failed: a.Slow.throws; java.lang.NullPointerException\n",
		"failed: q\n",
		"skipped: a.Slow.waits; no helm\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if want := "2 passed, 3 failed, 1 skipped; failed stages: end to end; life cycle\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("the last line is not %q in\n%s", want, out.String())
	}
}

func TestHalfAReportIsNone(t *testing.T) {
	if classes := readJUnit(strings.NewReader(`<testsuite name="a"><testcase classname="a"`)); len(classes) != 0 {
		t.Errorf("read %v", classes)
	}
}

func TestARunThatLeftNothingHasALineToo(t *testing.T) {
	var out strings.Builder
	print(&out, readStages("begin\t1\tsetting up", time.Unix(3, 0)), nil)
	if want := "0 passed, 0 failed, 0 skipped; failed stages: setting up\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}
