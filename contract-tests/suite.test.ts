import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Sent } from '../testkit/http.ts'
import { laws } from './laws/all.ts'
import { startOwnServer } from './own/own-server.ts'
import { makeTemplate, type Template } from './own/template.ts'
import type { Law } from './support/law.ts'
import { runLaws } from './support/run-laws.ts'

let template: Template

beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

/** Returns the requests in their order. Ids of the server are numbered in the order of their first use. */
const requestsOf = async (seed: number, run: readonly Law[]): Promise<string[]> => {
  const target = await startOwnServer({ template })
  const sent: Sent[] = []
  await runLaws(run, { target, seed, runs: 1, recorder: { sending: (each) => sent.push(each) } })
  await target.stop()
  const names = new Map<string, string>()
  const named = (id: string) => {
    names.set(id, names.get(id) ?? `id-${names.size}`)
    return names.get(id) ?? ''
  }
  return sent.map(({ method = 'GET', path, headers, body = '' }) =>
    `${method} ${path} ${JSON.stringify(headers)} ${Buffer.from(body).toString('latin1')}`.replaceAll(
      /\b[a-z]{3}_[0-9a-f]{32}\b/g,
      named,
    ),
  )
}

test('two runs with the same seed send the same requests, and another seed sends others', async () => {
  const isThorough = inject('isThorough')
  const drawn = laws.filter(({ area }) => isThorough || area === 'contacts')
  const first = await requestsOf(1, drawn)
  expect(first.length).toBeGreaterThan(80)
  expect(await requestsOf(1, drawn)).toEqual(first)
  expect(await requestsOf(2, drawn)).not.toEqual(first)
})

test('no law passes on a server that is down', async () => {
  const target = await startOwnServer({ template })
  await target.stop()
  const down = { ...target, controls: { ...target.controls, fresh: async () => target } }
  const results = await runLaws(laws, { target: down, seed: 1, runs: 1 })
  const kept = results
    .filter(({ outcome }) => outcome.kind !== 'broken')
    .map(({ law }) => law.promise)
  expect(kept).toEqual([])
})
