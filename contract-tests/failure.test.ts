import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { laws } from './laws/all.ts'
import { at, type Change, json, startMutant, status } from './mutants/changes.ts'
import { startOwnServer } from './own/own-server.ts'
import { makeTemplate, type Template } from './own/template.ts'
import { failureReport } from './report/failure.ts'
import type { Area } from './support/law.ts'
import { runLaws } from './support/run-laws.ts'

let template: Template

beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

/**
 * Returns the report of the first law that a broken server breaks, and the server.
 * @param promises limits the laws of the area.
 */
const reportOf = async (area: Area, change: Change, promises = /./) => {
  const target = await startMutant(await startOwnServer({ template }), change)
  onTestFinished(() => target.stop())
  const ofArea = laws.filter((each) => each.area === area && promises.test(each.promise))
  const results = await runLaws(ofArea, { target, seed: 7, runs: 50, stopAtFirst: true })
  const last = results.at(-1)
  if (last?.outcome.kind !== 'broken') throw new Error('No law is broken')
  const { law, outcome } = last
  return {
    target,
    report: failureReport({ law, error: outcome.error, target, seed: 7, again: 'the same seed' }),
  }
}

const run = async (line: string, key: string) => {
  const shell = { env: { PATH: process.env.PATH ?? '', MERCH_KEY: key } }
  return (await promisify(execFile)('sh', ['-c', `${line} --silent`], shell)).stdout
}

test('a failure shows the promise, its source, the response and a curl command that repeats it', async () => {
  const { target, report } = await reportOf('routing', at('getOrder 404', status(409)))
  expect(report).toMatch(/^✗ routing: /)
  expect(report).toMatch(/promised {7}§4/)
  expect(report).toContain('409 is not declared for getOrder')
  expect(report).toContain('getOrder (§4) declares 200, 400, 401, 404, 429, 500')
  expect(report).toMatch(/seed {11}7\n {2}again {10}the same seed/)
  expect(report).not.toContain(target.key)
  const [line = ''] = /curl .*/.exec(report) ?? []
  expect(await run(line, target.key)).toMatch(/^HTTP\/1\.1 409 .*"Order not found"/s)
})

test('the request is shrunk to the smallest that fails', async () => {
  const { report } = await reportOf(
    'contacts',
    at(
      ({ path, body }) =>
        path === '/v1/contacts/create' && JSON.parse(String(body)).tags?.length > 1,
      json(400, { message: 'tags: too many' }),
    ),
  )
  const [, body = ''] = /--data-binary '(.*)'/.exec(report) ?? []
  const { firstName, lastName, email, campaignId, tags, ...rest } = JSON.parse(body)
  expect([firstName, lastName].map((name: string) => [...name].length)).toEqual([1, 1])
  expect(tags).toHaveLength(2)
  expect(tags.join('').length).toBeLessThanOrEqual(1)
  expect([typeof email, typeof campaignId, rest]).toEqual(['string', 'string', {}])
})

test('bytes and quotes are escaped for the shell', async () => {
  const { target, report } = await reportOf(
    'input',
    at(400, status(418), 'body: must be UTF-8'),
    /^An unreadable body/,
  )
  const [line = ''] = /printf .*curl .*/.exec(report) ?? []
  expect(await run(line, target.key)).toMatch(/^HTTP\/1\.1 418 /)
})

test('no key or part of a key is shown, and the command still works', async () => {
  const { target, report } = await reportOf(
    'auth',
    at(({ headers }) => /^Bearer .{95}$/.test(headers?.authorization ?? ''), status(403)),
  )
  expect(report).not.toContain(target.key.slice(10, 60))
  const [line = ''] = /curl .*/.exec(report) ?? []
  expect(line).toMatch(/-H "authorization: Bearer \$\{MERCH_KEY#\?\}"/)
  expect(await run(line, target.key)).toMatch(/^HTTP\/1\.1 403 /)
})
