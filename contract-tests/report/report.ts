import { Api } from '../support/api.ts'
import type { Connection } from '../support/connection.ts'
import { Fixtures } from '../support/fixtures.ts'
import type { Law } from '../support/law.ts'
import type { Result, Run } from '../support/run-laws.ts'
import type { Server } from '../support/server.ts'
import { type Coverage, excusedBy } from './coverage.ts'
import { causesOf, some } from './failure-report.ts'

export const statusOf = ({ findings, skipped }: Result): 'kept' | 'broken' | 'skipped' => {
  if (findings.length > 0) return 'broken'
  return skipped === undefined ? 'kept' : 'skipped'
}

const summaryOf = (results: readonly Result[], { connection: { repeated } }: Run): string => {
  const count = (status: string) => results.filter((each) => statusOf(each) === status).length
  const requests = results.reduce((sum, each) => sum + each.requests, 0)
  const seconds = results.reduce((sum, each) => sum + each.milliseconds, 0) / 1000
  const again =
    repeated > 0 ? `; ${repeated} were sent again, as the server had closed the connection` : ''
  return `${count('kept')} laws kept, ${count('broken')} broken, ${count('skipped')} skipped; ${requests} requests in ${seconds.toFixed(1)} s${again}`
}

type Parts = {
  server: Server
  seed: number
  /** The number of values per property. */
  runs: number
  results: readonly Result[]
  coverage: Coverage
  /** Returns how to run a law again. */
  again: (law: Law) => string
  run: Run
  /** Whether the run left out laws. */
  isPartial: boolean
  /** The records of the account that were there before, compared with those after. */
  kept?: ReturnType<typeof compareCensus> | undefined
}

export const makeReport = ({ run, isPartial, ...parts }: Parts) => {
  const { server, results, coverage, kept } = parts
  const isChecked = results.some((each) => statusOf(each) !== 'skipped')
  const ended = run.ended ?? (isChecked ? undefined : 'No law was checked.')
  const causes = causesOf(results, server).map((cause) => {
    const names = cause.laws.map(({ area, promise }) => `${area}: ${promise}`)
    return { ...cause, text: `${cause.text}\n   laws        ${some(names, 2)}` }
  })
  const excused = excusedBy(server, results, isPartial)
  const unseen = causes.length > 0 ? [] : coverage.unseen(excused)
  return {
    ...parts,
    /** Declared responses that the run need not see, in the format of `Law.shows`. */
    excused,
    /** Declared responses that were never seen. Empty if laws are broken: they may be the reason. */
    unseen,
    /** The causes of broken laws, the most common first. */
    causes,
    /** Why the run ended early. */
    ended,
    /** Whether every law holds and every required response was seen. */
    isKept:
      causes.length === 0 &&
      unseen.length === 0 &&
      ended === undefined &&
      (kept?.changed ?? []).length === 0,
    summary: summaryOf(results, run),
  }
}

export type Report = ReturnType<typeof makeReport>

/** The records of an account by kind, each as a text by its id. */
type Census = Record<string, ReadonlyMap<string, string>>

/** Reads the records of an account that a run could change. */
export const takeCensus = async (server: Server, connection: Connection): Promise<Census> => {
  const { orders, contacts, webhooks } = await new Fixtures(new Api(server, connection)).records()
  // Orders of the run count in those of its contacts.
  const uncounted = contacts.map(({ orderCount: _, ...contact }) => contact)
  const byId = (rows: readonly { id: string }[]) =>
    new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
  return { orders: byId(orders), contacts: byId(uncounted), subscriptions: byId(webhooks) }
}

/** Compares the records before and after a run: a line of counts, and the ids of changed records. */
export const compareCensus = (before: Census, after: Census) => {
  const kinds = Object.entries(before)
  const changed = kinds.flatMap(([kind, records]) =>
    [...records]
      .filter(([id, record]) => after[kind]?.get(id) !== record)
      .map(([id]) => `${kind} ${id}`),
  )
  const counts = kinds.map(
    ([kind, { size }]) => `${size} ${kind}, then ${(after[kind]?.size ?? 0) - size} more`,
  )
  return { changed, line: `The account had ${counts.join('; ')}. ${changed.length} were changed.` }
}
