import { behaviours, changes, operations } from './steps.ts'
import { faultModes, type StatementKind } from './world/fault.ts'

/** How often each thing happened, by name. */
export type Counts = Record<string, number>

/** Counts what runs reach. */
export class Coverage {
  readonly counts: Counts

  constructor(counts: Counts = {}) {
    this.counts = counts
  }

  add(name: string, by = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + by
  }

  addAll(counts: Counts): void {
    for (const [name, by] of Object.entries(counts)) this.add(name, by)
  }

  /**
   * Returns what every set of many runs must reach, and this one did not.
   * @param kinds of statements that the database runs.
   */
  missing(kinds: readonly StatementKind[]): string[] {
    const names = [
      ...operations.map((name) => `${name} 2xx`),
      ...kinds.map((kind) => `fault in ${kind}`),
      ...faultModes.map((mode) => `fault ${mode}`),
      ...behaviours.map((behaviour) => `endpoint ${behaviour}`),
      ...changes.map((change) => `order ${change}`),
      ...['written', 'failed', 'slow'].map((behaviour) => `email ${behaviour}`),
      ...[
        'killed',
        'stopped',
        'delivered',
        'lost response',
        'flood',
        'status 401',
        'status 404',
        'status 429',
        'status 500',
      ],
    ]
    return names.filter((name) => !this.counts[name])
  }

  /** Returns the counts as lines, several in each. */
  lines(): string[] {
    const names = Object.keys(this.counts).toSorted()
    const cells = names.map((name) => `${name}: ${this.counts[name]}`.padEnd(32))
    return Array.from({ length: Math.ceil(cells.length / 3) }, (_, row) =>
      cells
        .slice(row * 3, row * 3 + 3)
        .join('')
        .trimEnd(),
    )
  }
}
