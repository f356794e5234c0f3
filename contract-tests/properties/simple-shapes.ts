import fc from 'fast-check'
import { breaks, edge, type Messages, type Shape } from './shape.ts'

/** Any JSON value. */
export const anything: Shape = { valid: fc.jsonValue({ maxDepth: 2 }), edges: [], broken: [] }

/** A boolean. */
export const booleanShape = (messages?: Messages): Shape => ({
  valid: fc.boolean(),
  edges: [edge('true', true), edge('false', false)],
  broken: [
    breaks('type', fc.constantFrom('true', 'false', 0, 1, [], {}), messages),
    breaks('type (null)', fc.constant(null), messages),
  ],
})

/** One of several values: `enum` and `const`. */
export const enumShape = (values: readonly unknown[], messages?: Messages): Shape => {
  const similar = values.flatMap((value) =>
    typeof value === 'string'
      ? [value.toLowerCase(), value.toUpperCase(), ` ${value}`, `${value}x`, '']
      : [],
  )
  const wrong = [...similar, 0, false, [], {}].filter((value) => !values.includes(value))
  const broken = [breaks('enum', fc.constantFrom(...wrong), messages)]
  if (!values.includes(null)) broken.push(breaks('enum (null)', fc.constant(null), messages))
  const edges = values.map((value) => edge(`enum ${value}`, value))
  return { valid: fc.constantFrom(...values), edges, broken }
}

/** A shape, or null. */
export const nullable = ({ valid, edges, broken }: Shape): Shape => ({
  valid: fc.option(valid),
  edges: [...edges, edge('null', null)],
  broken: broken.filter(
    ({ path, constraint }) => path.length > 0 || !constraint.endsWith('(null)'),
  ),
})

/** One of several shapes. Nothing is known to break them all, so none of its constraints is broken. */
export const anyOf = (shapes: readonly Shape[]): Shape => ({
  valid: fc.oneof(...shapes.map(({ valid }) => valid)),
  edges: shapes.flatMap(({ edges }) => edges),
  broken: [],
})
