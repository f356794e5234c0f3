import type { Area } from '../../support/law.ts'
import type { Running } from '../../support/target.ts'

/** The result of a judge. */
export type Verdict = {
  /** The first violation that it found, in one line. */
  violation: string | undefined
  /** What it did, such as the number of requests. */
  summary: string
}

/** A way to test whether a server keeps the contract. */
export type Judge = {
  name: string
  /**
   * Tests a server until the first violation.
   * @param area the area of the planted violation; undefined for a server without one
   */
  judge(target: Running, area?: Area): Promise<Verdict>
}

/** Formats a text or an error as one line of at most 200 characters. */
export const oneLine = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).trim()
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
