import type { Location, Oas3_1Schema, UserContext } from '@redocly/openapi-core'

type Resolve = UserContext['resolve']
type Visit = (schema: Oas3_1Schema, location: Location) => void

const children = (schema: Oas3_1Schema): [path: string[], child: unknown][] => [
  ...Object.entries(schema.properties ?? {}).map(([name, child]): [string[], unknown] => [
    ['properties', name],
    child,
  ]),
  ...(schema.anyOf ?? []).map((child, i): [string[], unknown] => [['anyOf', String(i)], child]),
  [['items'], schema.items],
  [['additionalProperties'], schema.additionalProperties],
]

/** Visits a schema and all schemas inside it, following `$ref`s. The linter's own visitors stop at the first `$ref`. */
export const walkSchema = (
  schema: unknown,
  location: Location,
  resolve: Resolve,
  visit: Visit,
  seen = new Set<unknown>(),
): void => {
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
