package model

import (
	"fmt"
	"strings"
)

// maxFindings keeps the text of a large sweep readable: of each kind there are no more.
const maxFindings = 10

// Findings are the operator's sentences besides the figures: what limits each configuration, whether that was verified, how capacities were
// found by a search, what users noticed of disturbances, comparisons, the best values of factors, and answers to the questions.
func (e *Experiment) Findings() []string {
	var limits, searched, disturbed, compared, factors, answers []string
	for _, row := range e.Status.Configurations {
		if row.Bottleneck != nil && row.Bottleneck.Message != "" {
			limits = append(limits, about("limit", row.Name, row.Bottleneck.Message))
		}
		if row.Search != nil {
			searched = append(searched, "search of "+row.Name+": "+row.Search.Text())
		}
		for _, one := range row.Disturbances {
			disturbed = append(disturbed, one.Name+" in "+row.Name+": "+one.Text)
		}
	}
	for _, one := range e.Status.Comparisons {
		compared = append(compared, "comparison: "+one.Message)
	}
	for _, one := range e.Status.Factors {
		factors = append(factors, "factor: "+one.Message)
	}
	for _, one := range e.Status.Answers {
		answers = append(answers, fmt.Sprintf("answer to question %d: %s", one.Question, one.Message))
	}
	all := capped(limits, "diagnoses")
	if verification := e.Status.Verification; verification != nil && verification.Message != "" {
		all = append(all, "verification: "+verification.Message)
	}
	all = append(all, capped(searched, "searches")...)
	all = append(all, capped(disturbed, "effects of disturbances")...)
	all = append(all, capped(compared, "comparisons")...)
	all = append(all, capped(factors, "factors")...)
	return append(all, capped(answers, "answers")...)
}

// about names what a sentence is about, unless the sentence does.
func about(kind, name, sentence string) string {
	if Named(name, sentence) == sentence {
		return kind + ": " + sentence
	}
	return kind + " of " + name + ": " + sentence
}

// Named is a sentence with the name of what it is about before it, unless it is in the sentence.
func Named(name, sentence string) string {
	if strings.Contains(sentence, name) {
		return sentence
	}
	return name + ": " + sentence
}

func capped(sentences []string, kind string) []string {
	if len(sentences) <= maxFindings {
		return sentences
	}
	return append(sentences[:maxFindings:maxFindings], fmt.Sprintf("%d more %s are in the report", len(sentences)-maxFindings, kind))
}
