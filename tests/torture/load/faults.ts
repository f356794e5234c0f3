/** A period in milliseconds of `performance.now()`. */
type Span = { from: number; to: number }

/** Clients notice the end of a fault a little later, and the server logs its last failures within a second. */
const margin = 2500

/** Records when the server was down, and when its database failed. */
export const faults = () => {
  const down: Span[] = []
  const failing: Span[] = []
  const begin = (spans: Span[]) => {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY }
    spans.push(span)
    return () => {
      span.to = performance.now() + margin
    }
  }
  const during = (spans: readonly Span[]) => (from: number, to: number) =>
    spans.some((span) => from <= span.to && to >= span.from)
  return {
    /** Begins a period. The returned function ends it. */
    beginDown: () => begin(down),
    beginFailing: () => begin(failing),
    wasDown: during(down),
    wasFailing: during(failing),
  }
}

export type Faults = ReturnType<typeof faults>
