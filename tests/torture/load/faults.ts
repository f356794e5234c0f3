/** A time in which something may be otherwise, in milliseconds of `performance.now()`. */
type Span = { from: number; to: number }

/** What a client notices a little later than it happens. */
const aftermath = 1000

/** When the server was not there, and when its disk was full. */
export const faults = () => {
  const down: Span[] = []
  const full: Span[] = []
  const begin = (spans: Span[]) => {
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY }
    spans.push(span)
    return () => {
      span.to = performance.now() + aftermath
    }
  }
  const during = (spans: readonly Span[]) => (from: number, to: number) =>
    spans.some((span) => from <= span.to && to >= span.from)
  return {
    /** The server is about to go; what it answers with is called when it is back. */
    goesDown: () => begin(down),
    fillsUp: () => begin(full),
    wasDown: during(down),
    wasFull: during(full),
  }
}

export type Faults = ReturnType<typeof faults>
