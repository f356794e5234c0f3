package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

type object = map[string]any

// document is the OpenAPI document. Its schemas check the requests.
type document struct {
	Paths      map[string]object
	Components struct{ Schemas, Parameters map[string]object }
}

var doc document

// as returns a JSON value of a type, or the zero value if it has another type.
func as[T any](value any) T {
	found, _ := value.(T)
	return found
}

// rejected is the response to a request that cannot succeed. It is thrown with panic.
type rejected struct {
	status int
	body   object
}

func reject(message string) { panic(rejected{400, object{"message": message}}) }

func rejectIf(condition bool, message string) {
	if condition {
		reject(message)
	}
}

func rejectFields(reasons []string, hasErrors bool) {
	if hasErrors {
		panic(rejected{400, object{"message": "Invalid request body", "errors": reasons}})
	}
	reject(strings.Join(reasons, "; "))
}

func resolve(schema object) object {
	ref := as[string](schema["$ref"])
	if ref == "" {
		return schema
	}
	merged, messages := object{}, object{}
	for _, part := range []object{resolve(doc.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]]), schema} {
		for name, value := range part {
			merged[name] = value
		}
		for name, value := range as[object](part["x-messages"]) {
			messages[name] = value
		}
	}
	delete(merged, "$ref")
	merged["x-messages"] = messages
	return merged
}

// check collects the failures of a value. fixed has a message that the document fixes, and late that of a condition.
type check struct {
	reasons           []string
	fixed, late       string
	isInsideCondition bool
}

func (c *check) fail(schema object, keyword, path, reason string) {
	message := as[string](as[object](schema["x-messages"])[keyword])
	switch {
	case message != "" && c.isInsideCondition:
		c.late = message
	case message != "":
		c.fixed = message
	default:
		if given := as[string](as[object](schema["x-reasons"])[keyword]); given != "" {
			reason = given
		}
		c.reasons = append(c.reasons, strings.TrimPrefix(path, ".")+": "+reason)
	}
}

// end rejects the request if a value has failed.
func (c *check) end(hasErrors bool) {
	switch {
	case c.fixed != "":
		reject(c.fixed)
	case len(c.reasons) > 0:
		rejectFields(c.reasons, hasErrors)
	case c.late != "":
		reject(c.late)
	}
}

func isValid(schema object, value any) bool {
	c := check{}
	c.value(schema, value, "")
	return c.fixed == "" && c.late == "" && len(c.reasons) == 0
}

func hasType(kind string, value any) bool {
	switch value := value.(type) {
	case object:
		return kind == "object"
	case []any:
		return kind == "array"
	case bool:
		return kind == "boolean"
	case float64:
		return kind == "integer" && value == math.Trunc(value)
	case string:
		return kind == "string" && !strings.Contains(value, notText)
	}
	return false
}

// value checks a value against the keywords that the schemas of requests use.
func (c *check) value(schema object, value any, path string) {
	schema = resolve(schema)
	failing := ""
	isOut := func(number float64, minimum, maximum string) bool {
		least, hasLeast := schema[minimum].(float64)
		most, hasMost := schema[maximum].(float64)
		if hasLeast && number < least {
			failing = minimum
		} else if hasMost && number > most {
			failing = maximum
		}
		return failing != ""
	}
	expected, isConst := schema["const"]
	options, isEnum := schema["enum"].([]any)
	not, isNot := schema["not"].(object)
	kind, isTyped := schema["type"].(string)
	switch {
	case isTyped && !hasType(kind, value):
		failing = "type"
	case isConst && value != expected:
		failing = "const"
	case isEnum && !slices.Contains(options, value):
		failing = "enum"
	case isNot && isValid(not, value):
		failing = "not"
	default:
		switch value := value.(type) {
		case string:
			length, pattern := utf8.RuneCountInString(value), regexp.MustCompile(as[string](schema["pattern"]))
			if !isOut(float64(length), "minLength", "maxLength") && !pattern.MatchString(value) {
				failing = "pattern"
			}
		case float64:
			isOut(value, "minimum", "maximum")
		case []any:
			if !isOut(float64(len(value)), "minItems", "maxItems") {
				for i, item := range value {
					c.value(as[object](schema["items"]), item, fmt.Sprintf("%s[%d]", path, i))
				}
			}
		case object:
			c.fields(schema, value, path)
		}
	}
	if failing != "" {
		c.fail(schema, failing, path, fmt.Sprintf("must satisfy %s %v", failing, schema[failing]))
	}
}

func (c *check) fields(schema, value object, path string) {
	properties := as[object](schema["properties"])
	for _, name := range as[[]any](schema["required"]) {
		if _, isGiven := value[name.(string)]; !isGiven {
			c.fail(resolve(as[object](properties[name.(string)])), "required", path+"."+name.(string), "is required")
		}
	}
	for name, property := range properties {
		if given, isGiven := value[name]; isGiven {
			c.value(as[object](property), given, path+"."+name)
		}
	}
	if condition, isConditional := schema["if"].(object); isConditional && isValid(condition, value) {
		c.isInsideCondition = true
		c.value(as[object](schema["then"]), value, path)
		c.isInsideCondition = false
	}
}

// notText stands for text that is not valid Unicode, which a Go string from JSON cannot hold.
const notText = "\uffff"

var (
	digits     = regexp.MustCompile(`^-?[0-9]+$`)
	surrogates = regexp.MustCompile(`(?i)\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}`)
)

// decode removes the escapes of a text in a URL.
func decode(text string, unescape func(string) (string, error)) string {
	decoded, err := unescape(text)
	if err != nil || !utf8.ValidString(decoded) {
		return notText
	}
	return decoded
}

// readParameters returns the values of parameters. given has the texts of the path.
func readParameters(parameters []any, given map[string][]any, query string) object {
	for pair := range strings.SplitSeq(query, "&") {
		name, text, _ := strings.Cut(pair, "=")
		if pair != "" {
			given[name] = append(given[name], decode(text, url.QueryUnescape))
		}
	}
	values := object{}
	for _, each := range parameters {
		parameter := as[object](each)
		if ref := as[string](parameter["$ref"]); ref != "" {
			parameter = doc.Components.Parameters[ref[strings.LastIndex(ref, "/")+1:]]
		}
		name, schema := as[string](parameter["name"]), resolve(as[object](parameter["schema"]))
		texts := given[name]
		isMissing := len(texts) == 0 && parameter["required"] == true
		rejectIf(isMissing, as[string](as[object](schema["x-messages"])["required"]))
		c := check{}
		switch {
		case len(texts) == 0:
			values[name] = schema["default"]
		case schema["type"] == "array":
			values[name] = texts
			for _, text := range texts {
				c.value(as[object](schema["items"]), text, name)
			}
		case len(texts) > 1:
			reject(name + ": must be given once")
		case schema["type"] == "integer":
			text := texts[0].(string)
			rejectIf(!digits.MatchString(text), name+": must be a whole number in decimal digits")
			values[name], _ = json.Number(text).Float64()
			c.value(schema, values[name], name)
		default:
			values[name] = texts[0]
			c.value(schema, values[name], name)
		}
		c.end(false)
	}
	return values
}

// readBody returns the JSON object of a request body.
func readBody(raw []byte, contentType string, declared object) object {
	hasErrors := declared["x-invalid-body"] == "errors"
	marked := surrogates.ReplaceAllFunc(raw, func(found []byte) []byte {
		if len(found) == 6 {
			return []byte(notText)
		}
		return found
	})
	body, reason := object(nil), ""
	mediaType, _, _ := strings.Cut(contentType, ";")
	if !strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		reason = "must be sent as application/json"
	} else if len(raw) > 256*1024 {
		reason = "must have at most 256 KiB"
	} else if !utf8.Valid(raw) || json.Unmarshal(marked, &body) != nil || body == nil {
		reason = "must be a JSON object"
	}
	if reason != "" {
		rejectFields([]string{"body: " + reason}, hasErrors)
	}
	c := check{}
	c.value(as[object](as[object](as[object](declared["content"])["application/json"])["schema"]), body, "")
	c.end(hasErrors)
	return body
}
