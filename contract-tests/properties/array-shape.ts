import fc from 'fast-check'
import type { Schema } from '../../codegen/model/document.ts'
import { breaks, type Edge, ofWrongType, type Shape } from './shape.ts'

/** The shape of an array schema whose items have one shape. */
export const arrayShape = (
  item: Shape,
  { minItems = 0, maxItems, 'x-messages': messages }: Schema,
): Shape => {
  const few = Math.min(minItems + 3, maxItems ?? Number.POSITIVE_INFINITY)
  const repeated = (count: number) => item.valid.map((each) => Array(count).fill(each))
  const others = fc.array(item.valid, {
    minLength: Math.max(minItems - 1, 0),
    maxLength: Math.max(few - 1, 0),
  })
  // The last item's index must be known, so the items before it have a fixed number.
  const last = Math.max(minItems - 1, 1)
  const before = fc.array(item.valid, { minLength: last, maxLength: last })

  const broken = ofWrongType('array', messages)
  if (minItems > 0) broken.push(breaks(`minItems ${minItems}`, repeated(minItems - 1), messages))
  if (maxItems !== undefined)
    broken.push(breaks(`maxItems ${maxItems}`, repeated(maxItems + 1), messages))
  for (const each of item.broken)
    broken.push(
      {
        ...each,
        path: [0, ...each.path],
        value: fc.tuple(each.value, others).map(([wrong, rest]) => [wrong, ...rest]),
      },
      {
        ...each,
        path: [last, ...each.path],
        value: fc.tuple(before, each.value).map(([rest, wrong]) => [...rest, wrong]),
      },
    )
  const onBound = (constraint: string, count: number): Edge => ({
    path: [],
    constraint,
    value: repeated(count),
  })
  const edges = [
    onBound(`minItems ${minItems}`, minItems),
    ...(maxItems === undefined ? [] : [onBound(`maxItems ${maxItems}`, maxItems)]),
    ...item.edges.map(({ path, constraint, value }) => ({
      path: [0, ...path],
      constraint,
      value: fc.tuple(value, others).map(([first, rest]) => [first, ...rest]),
    })),
  ]
  return { valid: fc.array(item.valid, { minLength: minItems, maxLength: few }), edges, broken }
}
