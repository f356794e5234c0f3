import type { Location, Oas3_1Schema, Oas3Rule, Plugin, UserContext } from '@redocly/openapi-core'
import { z } from 'zod'

/**
 * Provides the lint rules for the specification that Redocly's own assertions cannot express. `redocly.yaml` has the
 * others, and configures the operations that these apply to.
 */
export default function plugin(): Plugin {
  return {
    id: 'merch',
    rules: {
      oas3: {
        'announced-end': announcedEnd,
        'bounded-integers': boundedIntegers,
        'closed-responses': closedResponses,
        'declares-bad-request': declaresBadRequest,
        'key-case': keyCase,
        'portable-patterns': portablePatterns,
        provenance,
        'unauthorized-is-plain-text': unauthorizedIsPlainText,
      },
    },
  }
}

const Announced = z
  .strictObject({
    since: z.iso.date('must be a date, such as 2027-01-15'),
    sunset: z.iso.date('must be a date, such as 2027-07-15'),
    link: z.url({ protocol: /^https$/, error: 'must be an https URL' }),
  })
  .refine(({ since, sunset }) => since < sunset, {
    path: ['sunset'],
    error: 'must be later than `since`',
  })

/** Requires the dates and the link of a deprecation (§9) on every deprecated operation. */
const announcedEnd: Oas3Rule = () => ({
  Operation: {
    enter(operation, { report, location }) {
      const { deprecated = false } = operation
      const announced: unknown =
        'x-deprecation' in operation ? operation['x-deprecation'] : undefined
      const together = '`deprecated: true` and `x-deprecation` must be used together.'
      if (deprecated !== (announced !== undefined)) report({ message: together, location })
      if (announced === undefined) return
      const place = location.child('x-deprecation')
      for (const { path, message } of Announced.safeParse(announced).error?.issues ?? []) {
        const name = ['x-deprecation', ...path].join('.')
        report({ message: `${name}: ${message}.`, location: place })
      }
    },
  },
})

/**
 * Requires `minimum` and `maximum` on every integer, and a format if they need more than 32 bits, so that clients know
 * which type holds it. Generators for Java and C# read the format alone.
 */
const boundedIntegers: Oas3Rule = () => ({
  Schema: {
    enter({ type, minimum, maximum, format }, { report, location }) {
      if (![type].flat().includes('integer')) return
      if (minimum === undefined || maximum === undefined)
        report({ message: 'An integer must have `minimum` and `maximum`.', location })
      else if ((maximum > 2147483647 || minimum < -2147483648) && format !== 'int64')
        report({ message: 'An integer of more than 32 bits must have `format: int64`.', location })
    },
  },
})

/** Requires closed response schemas and open request schemas. Unknown request properties are ignored. */
const closedResponses: Oas3Rule = () => ({
  Response: {
    MediaType: {
      enter({ schema }, { report, location, resolve }) {
        const message = 'A response schema must have `additionalProperties: false`.'
        walkSchema(schema, location.child('schema'), resolve, (each, at) => {
          if (isObject(each.type) && each.additionalProperties !== false)
            report({ message, location: at })
        })
      },
    },
  },
  Paths: {
    PathItem: {
      Operation: {
        RequestBody: {
          MediaType: {
            enter({ schema }, { report, location, resolve }) {
              const message = 'A request schema must allow further properties.'
              walkSchema(schema, location.child('schema'), resolve, (each, at) => {
                if (isObject(each.type) && each.additionalProperties === false)
                  report({ message, location: at })
              })
            },
          },
        },
      },
    },
  },
})

type Resolve = UserContext['resolve']

type Visit = (schema: Oas3_1Schema, location: Location) => void

/** Visits a schema and all schemas inside it, following `$ref`s. The linter's own visitors stop at the first `$ref`. */
function walkSchema(
  schema: unknown,
  location: Location,
  resolve: Resolve,
  visit: Visit,
  seen = new Set<unknown>(),
): void {
  if (typeof schema !== 'object' || schema === null) return
  const { node, location: at = location } = resolve<Oas3_1Schema>(
    schema,
    location.source.absoluteRef,
  )
  if (!node || seen.has(node)) return
  seen.add(node)
  visit(node, at)
  for (const [path, child] of children(node))
    walkSchema(child, at.child(path), resolve, visit, seen)
}

function children(schema: Oas3_1Schema): [path: string[], child: unknown][] {
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, child]): [string[], unknown] => [
      ['properties', name],
      child,
    ]),
    ...(schema.anyOf ?? []).map((child, i): [string[], unknown] => [['anyOf', String(i)], child]),
    [['items'], schema.items],
    [['additionalProperties'], schema.additionalProperties],
  ]
}

function isObject(type: string | string[] | undefined) {
  return [type].flat().includes('object')
}

/** Requires a 400 response on every operation that has input to validate. */
const declaresBadRequest: Oas3Rule = () => ({
  Paths: {
    PathItem: {
      Operation: {
        enter({ parameters = [], requestBody, responses = {} }, { report, location, resolve }) {
          const message = 'An operation that validates its input must declare 400.'
          const validates = parameters.length > 0 || requestBody !== undefined
          if (validates && !('400' in (resolve(responses).node ?? {})))
            report({ message, location: location.child('responses').key() })
        },
      },
    },
  },
})

const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/

const camelCase = /^_?[a-z][a-zA-Z0-9]*$/

/**
 * Requires snake_case keys in the named operations and camelCase keys in all others, at every depth (§1).
 * @param except keys that the specification spells differently
 */
const keyCase: Oas3Rule = ({ snakeCaseOperations = [], except = [] }) => {
  let inSnakeCase = false
  const problem = (name: string): string | undefined => {
    if (except.includes(name)) return undefined
    if (inSnakeCase) return snakeCase.test(name) ? undefined : `${name} must be snake_case (§1).`
    return camelCase.test(name) ? undefined : `${name} must be camelCase (§1).`
  }
  return {
    Operation: {
      enter({ operationId }) {
        inSnakeCase = snakeCaseOperations.includes(operationId)
      },
      Parameter: {
        enter(parameter, { report, location }) {
          const message = parameter.in === 'header' ? undefined : problem(parameter.name ?? '')
          if (message) report({ message, location: location.child('name') })
        },
      },
      MediaType: {
        enter({ schema }, { report, location, resolve }) {
          walkSchema(schema, location.child('schema'), resolve, ({ properties = {} }, at) => {
            for (const name of Object.keys(properties)) {
              const message = problem(name)
              if (message) report({ message, location: at.child(['properties', name]).key() })
            }
          })
        },
      },
    },
  }
}

/** Rejects patterns that tools in other languages do not accept, or match differently. */
const portablePatterns: Oas3Rule = () => ({
  Schema: {
    enter({ pattern = '' }, { report, location }) {
      const message = `The pattern \`${pattern}\` has a part that not every language reads alike.`
      if (!portable.test(pattern)) report({ message, location: location.child('pattern') })
    },
  },
})

/** Not those that some languages lack, and not classes that match other characters in some, such as `\d`. */
const escapeSequence = String.raw`\\[^0-9A-Za-eg-mo-qsu-wyz]`

/** Without the set operations of Rust, and an opening bracket, which begins a class inside a class there. */
const characterClass = String.raw`\[\^?(?:(?!&&|--|~~)[^\\[\]]|${escapeSequence})+\]`

/** Neither possessive nor a brace that begins no quantifier. */
const quantifier = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??(?!\+)`

/** `(…)` and `(?:…)`, but no lookarounds and no names. */
const group = String.raw`\((?:\?:)?(?!\?)|\)`

const character = String.raw`[^\\()[\]{}*+?]`

/** The patterns that ECMA-262, Rust, RE2, Python and PCRE read alike. */
const portable = RegExp(
  `^(?:${character}|${escapeSequence}|${characterClass}|${group}|${quantifier})*$`,
)

const section = /^§[1-9](, §[1-9])*$/

const designed = /^designed: .{10,}$/s

/** Requires `x-provenance` on every part: sections of the specification, or `designed: ` and the reason. */
const provenance: Oas3Rule = () => {
  const check = {
    enter(part: object, { report, location }: { report(problem: object): void; location: object }) {
      const value = 'x-provenance' in part ? String(part['x-provenance']) : undefined
      if (value !== undefined && (section.test(value) || designed.test(value))) return
      const other = `\`x-provenance\` must be sections such as "§4", or "designed: " and the reason, not "${value}".`
      const missing = 'Add `x-provenance` with the source of this part.'
      report({ message: value === undefined ? missing : other, location })
    },
  }
  return {
    Operation: check,
    Parameter: check,
    Response: check,
    Header: check,
    NamedSchemas: {
      Schema: {
        enter(part, context) {
          if (context.location.pointer.split('/').length <= 4) check.enter(part, context)
        },
      },
    },
  }
}

/** Requires a plain-text 401 on every operation and JSON for all other responses (§5 rule 4). */
const unauthorizedIsPlainText: Oas3Rule = () => ({
  Paths: {
    PathItem: {
      Operation: {
        enter({ responses }, { report, location, resolve }) {
          if (!('401' in (resolve(responses ?? {}).node ?? {})))
            report({ message: 'Every operation must declare 401 (§5).', location: location.key() })
        },
        Response: {
          enter({ content = {} }, { report, location, key, resolve }) {
            const types = Object.keys(content)
            if (key !== '401') {
              if (types.some((type) => type.startsWith('text/')))
                report({ message: `${key} must be JSON: only 401 is plain text (§5).`, location })
              return
            }
            const schema = content['text/html']?.schema
            const constant = schema && resolve(schema).node
            const message = '401 must be text/html with the constant Unauthorized (§5).'
            if (types.length !== 1 || !constant || !isUnauthorized(constant))
              report({ message, location })
          },
        },
      },
    },
  },
})

function isUnauthorized(schema: object): boolean {
  return 'const' in schema && schema.const === 'Unauthorized'
}
