package report

import (
	"regexp"
	"strings"
	"testing"

	"dev.scalelab/plugin/internal/model"
)

// failover has everything that an operator can say besides figures: disturbances, diagnoses, models and answers. Its figures are made up.
const failover = "../../testdata/failover.json"

func TestThePageSaysWhatUsersLost(t *testing.T) {
	page := written(t, read(t, failover))
	for what, want := range map[string]string{
		"what was planned":           "In each run of each configuration: kill (DeletePod, Application, step 2).",
		"the operator's sentence":    "one-copy-2: deleting 1 of 2 servers in step 2 lost 137 of 412 sessions, rolled back 1",
		"the lost sessions":          `<td>412</td><td>272</td><td>131</td><td class="hot">137 <span role="img" aria-label="marked">▲</span></td><td class="hot">1 `,
		"the time until all is back": "<td>6 (5 to 7)</td><td>9 (7 to 11)</td><td>31.5 (30 to 33)</td>",
		"failed requests by kind":    `<th scope="col">connectionLost</th><th scope="col">unavailable</th><th scope="col">wrongState</th>`,
		"the disturbed pod":          "one-copy-2-application-1 on node-b",
		"when it was made":           "2026-11-27 14:20:06 UTC",
		"acknowledged transactions":  `<td class="t">newOrder</td><td>812</td><td class="hot">3 <span role="img" aria-label="marked">▲</span></td><td class="hot">2 `,
		"a kind without numbers":     `<td class="t">changeOrder</td><td>600</td><td class="hot">4 <span role="img" aria-label="marked">▲</span></td><td>–</td>`,
		"a step with losses":         `<td>206</td><td>69</td><td>60</td><td class="hot">137 `,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s: %s", what, want)
		}
	}
	if strings.Contains(page, `<th scope="col">refused</th>`) {
		t.Error("a kind of failure that did not occur has a column")
	}
}

func TestAPodOfAnotherTierIsNamedWithIt(t *testing.T) {
	in := read(t, failover)
	for _, trial := range in.Trials {
		for _, run := range trial.Status.Runs {
			for _, one := range run.Disturbances {
				one.Pods[0].Tier = "Database"
			}
		}
	}
	if page := written(t, in); !strings.Contains(page, "one-copy-2-application-1 on node-b (Database)") {
		t.Error("the page does not have the tier of a pod that was disturbed with another one")
	}
}

func TestThePageAnswersTheQuestionsAndShowsItsModel(t *testing.T) {
	page := written(t, read(t, failover))
	for what, want := range map[string]string{
		"an answer":               "Question 1: base, 2000 users with 10000 ms between transactions",
		"its interval":            "<td>3</td><td>3</td><td>4</td><td>191.9</td>",
		"a question without one":  "no number of servers up to 100 suffices: database CPU limits at 667/s.",
		"the demands":             "application 10 (9 to 11), database 1.5 (1.4 to 1.6)",
		"why a model is not used": "NotTested: no queueing model",
		"measured, and predicted": "<td>55/s</td><td>52.9</td><td>54</td><td>88</td><td>79</td>",
		"the recommendation":      "raise application.cpu, up to 1.9 times",
		"the next limit":          "Database/Cpu main (103.2/s), Application/JdbcPool",
		"where the time goes":     `<th scope="col">wait for a web thread</th><th scope="col">application</th>`,
		"the verification":        "verified: with application.cpu=450m the capacity of base-2 rose by 41 %",
		"a comparison":            "one-copy has 8 % (2 to 15 %) more throughput than base at 2 pods",
		"the plateau of a factor": "from 140Mi to 256Mi it differs by at most 5 %",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s: %s", what, want)
		}
	}
	for _, id := range []string{"model-throughput-base-2", "model-response-base-2"} {
		drawing := regexp.MustCompile(`(?s)<svg class="chart" id="` + id + `".*?</svg>`).FindString(page)
		if strings.Count(drawing, `data-configuration="base-2"`) != 3 {
			t.Errorf("%s must have a point of each of the three loads", id)
		}
	}
}

func TestAPageWithoutFailuresHasNoSectionOfThem(t *testing.T) {
	page := written(t, read(t, recorded))
	if strings.Contains(page, `id="failures"`) || strings.Contains(page, `id="models"`) {
		t.Error("a section is empty")
	}
}

func TestTheNextLimitIsNamedWithItsPartition(t *testing.T) {
	in := read(t, failover)
	found := false
	for i := range in.Experiment.Status.Configurations {
		if one := in.Experiment.Status.Configurations[i].Bottleneck; one != nil && len(one.Candidates) > 1 {
			one.Candidates[1] = model.Candidate{Resource: "Application/Cpu", Partition: "plant"}
			found = true
		}
	}
	if page := written(t, in); !found || !strings.Contains(page, "Database/Cpu main (103.2/s), Application/Cpu plant") {
		t.Error("the page does not have the partition of a next limit")
	}
}

func TestAVerificationThatAnotherLimitWouldRefuteIsNotTried(t *testing.T) {
	in := read(t, failover)
	in.Experiment.Status.Verification = &model.Verification{Configuration: "base-2", Resource: "Application/Cpu", Settings: "application.cpu=450m",
		Message: "base-2: whether Application/Cpu limits it is not tried"}

	if row := verification(in.Experiment).Rows[0]; row[2].Text != "–" || row[5].Text != "not tried" {
		t.Errorf("raised to %q, verified: %q", row[2].Text, row[5].Text)
	}
}
