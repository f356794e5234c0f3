import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { findInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import { problemOf } from '../../../testkit/contract.ts'
import { endConnections, send } from '../../../testkit/http.ts'
import { startMeasured } from '../measured-server.ts'
import { createDemoDatabase } from './demo-database.ts'
import { damage, type Page, pagesOf } from './page.ts'

type Options = {
  /** The maximum number of pages. */
  most: number
  say: (line: string) => void
}

type Database = Awaited<ReturnType<typeof createDemoDatabase>> & { file: string }

/** Number of servers at a time. */
const concurrency = 4

/** Milliseconds until the server must have noticed that a page is restored. */
const patience = 10_000

/** Damages and restores a page of a running server. Returns the number of 500s and the problems. */
const tryPage = async ({ file, key, requests }: Database, page: Page) => {
  const problems: string[] = []
  const server = await startMeasured(file)
  const url = `http://127.0.0.1:${server.port}`
  const failed = async (): Promise<number> => {
    let count = 0
    for (const { json, ...rest } of requests) {
      const headers = {
        authorization: `Bearer ${key}`,
        connection: 'close',
        'content-type': 'application/json',
      }
      const sent = { ...rest, headers, body: json === undefined ? undefined : JSON.stringify(json) }
      const received = await send(url, sent)
      if (received.status === 500) count++
      const problem = rest.path.startsWith('/v1') ? problemOf(sent, received) : undefined
      if (problem !== undefined) problems.push(problem)
    }
    return count
  }
  const ready = async () => (await send(url, { path: '/readyz' })).status === 200

  const restore = damage(file, page)
  try {
    const before = await failed()
    // A later write can move rows away from the page, so that the failed write succeeds.
    if (before > 0 && (await ready()) && (await failed()) > 0 && (await ready()))
      problems.push('/readyz is 200 while requests get 500')
    if (before > 0 && !server.faults.some(({ msg }) => msg.endsWith('restore a backup.')))
      problems.push('the log does not say what to do')
    restore()
    const end = performance.now() + patience
    while (!(await ready()) && performance.now() < end) await sleep(100)
    if (!(await ready())) problems.push('/readyz is not 200 after the page is restored')
    const after = await failed()
    if (after > 0) problems.push(`${after} requests get 500 after the page is restored`)
    return { failed: before, problems }
  } catch (error) {
    return { failed: 0, problems: [...problems, `no response: ${error}`] }
  } finally {
    server.child.kill('SIGTERM')
    const status = await server.ended
    if (status !== 0) problems.push(`the server ended with ${status}`)
    problems.push(...findInconsistencies(file))
  }
}

/**
 * Overwrites pages of a running server's database, one in each server.
 * @returns problems; none if every server passed.
 */
export const damagePages = async ({ most, say }: Options): Promise<string[]> => {
  const folder = makeFolder()
  const template = join(folder.path, 'template.db')
  const demo = await createDemoDatabase(template)
  const all = pagesOf(template)
  const count = Math.min(most, all.length)
  const problems: string[] = []
  const chosen = Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)])
  const pages = chosen.values()
  let met = 0
  const worker = async () => {
    for (const page of pages) {
      if (!page) return
      const file = join(folder.path, `${page.number}.db`)
      copyFileSync(template, file)
      const result = await tryPage({ ...demo, file }, page)
      if (result.failed > 0) met++
      say(
        `page ${page.number} (${page.name}): ${result.failed} of ${demo.requests.length} got a 500`,
      )
      problems.push(...result.problems.map((problem) => `page ${page.number}: ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  endConnections()
  folder.remove()
  if (met === 0) problems.push('no request met a damaged page')
  say(`${met} of ${count} damaged pages were met by requests`)
  return problems
}
