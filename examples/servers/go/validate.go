package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

type object = map[string]any

// invalid is a rejected request: its body is the response to it.
type invalid struct{ body object }

func (e invalid) Error() string { return fmt.Sprint(e.body["message"]) }

func reject(message string) error { return invalid{object{"message": message}} }

// failure is a part of a value that breaks its schema. fixed is the whole message, where the document fixes it.
type failure struct{ path, reason, fixed string }

// document is the OpenAPI document, whose schemas check the requests.
type document struct {
	Paths      map[string]map[string]any
	Components struct{ Schemas, Parameters map[string]object }
	patterns   map[string]*regexp.Regexp
}

func readDocument(text []byte) *document {
	doc := &document{patterns: map[string]*regexp.Regexp{}}
	if err := json.Unmarshal(text, doc); err != nil {
		panic(err)
	}
	return doc
}

func (doc *document) resolve(schema object) object {
	ref, ok := schema["$ref"].(string)
	if !ok {
		return schema
	}
	merged, messages := object{}, object{}
	for _, part := range []object{doc.resolve(doc.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]]), schema} {
		for name, value := range part {
			merged[name] = value
		}
		for name, value := range mapOf(part["x-messages"]) {
			messages[name] = value
		}
	}
	delete(merged, "$ref")
	merged["x-messages"] = messages
	return merged
}

func mapOf(value any) object {
	found, _ := value.(object)
	return found
}

func textOf(value any) string {
	found, _ := value.(string)
	return found
}

func listOf(value any) []any {
	found, _ := value.([]any)
	return found
}

// bound returns a number of a schema, or another one where the schema has none.
func bound(schema object, name string, otherwise float64) float64 {
	if found, ok := schema[name].(float64); ok {
		return found
	}
	return otherwise
}

func (doc *document) failures(schema object, value any, path string) []failure {
	schema = doc.resolve(schema)
	one := func(reason, keyword string) []failure {
		return []failure{{path, reason, textOf(mapOf(schema["x-messages"])[keyword])}}
	}
	switch schema["type"] {
	case "object":
		given, ok := value.(object)
		if !ok {
			return one("must be an object", "type")
		}
		return doc.objectFailures(schema, given, path)
	case "array":
		items, ok := value.([]any)
		if !ok {
			return one("must be an array", "type")
		}
		if float64(len(items)) < bound(schema, "minItems", 0) {
			return one("must not be empty", "minItems")
		}
		if float64(len(items)) > bound(schema, "maxItems", math.Inf(1)) {
			return one("has too many items", "maxItems")
		}
		found := []failure{}
		for i, item := range items {
			found = append(found, doc.failures(mapOf(schema["items"]), item, fmt.Sprintf("%s[%d]", path, i))...)
		}
		return found
	case "boolean":
		if _, ok := value.(bool); !ok {
			return one("must be a boolean", "type")
		}
	case "integer":
		number, ok := value.(float64)
		if !ok || number != math.Trunc(number) {
			return one("must be an integer", "type")
		}
		if number < bound(schema, "minimum", number) {
			return one(fmt.Sprintf("must be at least %v", schema["minimum"]), "minimum")
		}
		if number > bound(schema, "maximum", number) {
			return one(fmt.Sprintf("must be at most %v", schema["maximum"]), "maximum")
		}
	case "string":
		return doc.textFailures(schema, value, one)
	}
	return nil
}

func (doc *document) textFailures(schema object, value any, one func(string, string) []failure) []failure {
	text, ok := value.(string)
	if !ok {
		return one("must be a string", "type")
	}
	if strings.Contains(text, loneSurrogate) {
		return one("must not contain lone surrogates", "type")
	}
	if options := listOf(schema["enum"]); options != nil && !includes(options, text) {
		return one(fmt.Sprintf("must be one of %v", options), "enum")
	}
	length := float64(utf8.RuneCountInString(text))
	if length < bound(schema, "minLength", 0) {
		return one("must not be empty", "minLength")
	}
	if length > bound(schema, "maxLength", math.Inf(1)) {
		return one(fmt.Sprintf("must have at most %v characters", schema["maxLength"]), "maxLength")
	}
	if pattern := textOf(schema["pattern"]); pattern != "" {
		if doc.patterns[pattern] == nil {
			doc.patterns[pattern] = regexp.MustCompile(pattern)
		}
		if !doc.patterns[pattern].MatchString(text) {
			reason := textOf(mapOf(schema["x-reasons"])["pattern"])
			return one(reason+strings.Repeat("is not valid", max(0, 1-len(reason))), "pattern")
		}
	}
	return nil
}

func includes(options []any, value any) bool {
	for _, each := range options {
		if each == value {
			return true
		}
	}
	return false
}

func (doc *document) objectFailures(schema, given object, path string) []failure {
	found := []failure{}
	require := func(from object) {
		for _, name := range listOf(from["required"]) {
			if _, ok := given[name.(string)]; !ok {
				property := doc.resolve(mapOf(mapOf(from["properties"])[name.(string)]))
				fixed := textOf(mapOf(property["x-messages"])["required"])
				found = append(found, failure{path + "." + name.(string), "is required", fixed})
			}
		}
	}
	require(schema)
	for name, inner := range mapOf(schema["properties"]) {
		if value, ok := given[name]; ok {
			found = append(found, doc.failures(mapOf(inner), value, path+"."+name)...)
		}
	}
	if condition := mapOf(schema["if"]); condition != nil && holds(condition, given) {
		then := mapOf(schema["then"])
		require(then)
		for name, inner := range mapOf(then["properties"]) {
			if bound(mapOf(inner), "minLength", 0) > 0 && given[name] == "" {
				found = append(found, failure{path + "." + name, "must not be empty", ""})
			}
		}
	}
	return found
}

func holds(condition, given object) bool {
	for name, inner := range mapOf(condition["properties"]) {
		value, ok := given[name]
		expected, isConst := mapOf(inner)["const"]
		not := mapOf(mapOf(inner)["not"])
		if !ok || (isConst && value != expected) || (not != nil && includes(listOf(not["enum"]), value)) {
			return false
		}
	}
	return true
}

// checkBody returns the failures of a body as an error, in the form that its operation has for them.
func (doc *document) checkBody(schema object, value any, kind string) error {
	plain, fixed, early := []any{}, "", ""
	for _, each := range doc.failures(schema, value, "") {
		path := strings.TrimPrefix(each.path, ".")
		switch {
		case each.fixed != "" && (path == "campaignId" || path == "url"):
			early = each.fixed
		case each.fixed != "":
			fixed = each.fixed
		default:
			plain = append(plain, path+": "+each.reason)
		}
	}
	switch {
	case early != "":
		return reject(early)
	case len(plain) > 0 && kind == "errors":
		return invalid{object{"message": "Invalid request body", "errors": plain}}
	case len(plain) > 0:
		return reject(strings.Trim(strings.ReplaceAll(fmt.Sprintf("%q", plain), `" "`, "; "), `[]"`))
	case fixed != "":
		return reject(fixed)
	}
	return nil
}

var digits = regexp.MustCompile(`^-?[0-9]+$`)

// checkQuery returns the values of the query, by name.
func (doc *document) checkQuery(parameters []any, raw string) (object, error) {
	given := map[string][]any{}
	for _, pair := range strings.Split(raw, "&") {
		name, text, _ := strings.Cut(pair, "=")
		value, err := url.QueryUnescape(text)
		if err != nil || !utf8.ValidString(value) {
			return nil, reject(name + ": must be percent-encoded UTF-8")
		}
		if pair != "" {
			given[name] = append(given[name], value)
		}
	}
	values := object{}
	for _, each := range parameters {
		parameter := mapOf(each)
		if ref := textOf(parameter["$ref"]); ref != "" {
			parameter = doc.Components.Parameters[ref[strings.LastIndex(ref, "/")+1:]]
		}
		name, schema := textOf(parameter["name"]), doc.resolve(mapOf(parameter["schema"]))
		texts := given[name]
		if parameter["in"] != "query" {
			continue
		}
		if len(texts) == 0 {
			if parameter["required"] == true {
				return nil, reject(textOf(mapOf(schema["x-messages"])["required"]))
			}
			values[name] = schema["default"]
			continue
		}
		if schema["type"] == "array" {
			values[name] = texts
		} else if len(texts) > 1 {
			return nil, reject(name + ": must be given once")
		} else if values[name] = texts[0]; schema["type"] == "integer" {
			if !digits.MatchString(texts[0].(string)) {
				return nil, reject(name + ": must be a whole number in decimal digits")
			}
			number, _ := json.Number(texts[0].(string)).Float64()
			values[name] = number
		}
		for _, failed := range doc.failures(schema, values[name], name) {
			if failed.fixed != "" {
				return nil, reject(failed.fixed)
			}
			return nil, reject(name + ": " + failed.reason)
		}
	}
	return values, nil
}

// loneSurrogate stands for half of a surrogate pair, which a Go string cannot hold.
const loneSurrogate = "\uffff"

var surrogates = regexp.MustCompile(`(?i)\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}`)

// parseBody reads a JSON object.
func parseBody(raw []byte) (object, error) {
	marked := surrogates.ReplaceAllFunc(raw, func(found []byte) []byte {
		if len(found) == 6 {
			return []byte(loneSurrogate)
		}
		return found
	})
	var value any
	if !utf8.Valid(raw) || json.Unmarshal(marked, &value) != nil {
		return nil, fmt.Errorf("must be valid JSON")
	}
	body, ok := value.(object)
	if !ok {
		return nil, fmt.Errorf("must be an object")
	}
	return body, nil
}
