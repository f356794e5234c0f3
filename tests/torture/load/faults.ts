/** A period in milliseconds of `performance.now()`. */
type Span = { from: number; to: number }

/** Clients notice the end of a fault a little later, and the server logs its last failures within a second. */
const margin = 2500

/** Records when the server was down and when its disk was full. */
export const faults = () => {
  const down: Span[] = []
  const full: Span[] = []
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
    beginFull: () => begin(full),
    wasDown: during(down),
    wasFull: during(full),
  }
}

export type Faults = ReturnType<typeof faults>
