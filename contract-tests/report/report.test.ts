import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { laws } from '../laws/all.ts'
import { at, type Change, error, json, startMutant, status, swap } from '../mutants/changes.ts'
import { ownServer } from '../own/own-server.ts'
import type { Law } from '../support/law.ts'
import { Run, type RunOptions } from '../support/run-laws.ts'
import { annotations } from './command.ts'
import { Coverage, matchesExample } from './coverage.ts'
import { failureReport } from './failure-report.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { makeReport, type Report } from './report.ts'

type ReportOptions = Partial<Pick<RunOptions, 'limits' | 'leaveOut'>> & {
  /** Selects the laws, by area and promise. */
  only: RegExp
}

/** Runs laws on our server with a planted violation, and returns the report. */
const reportOn = async (change: Change, { only, ...options }: ReportOptions): Promise<Report> => {
  const server = await startMutant(await ownServer(), change)
  onTestFinished(server.stop)
  const coverage = new Coverage()
  const run = new Run({
    server,
    seed: 7,
    runs: 5,
    ...options,
    observe: (each) => coverage.see(each),
  })
  const results = []
  for (const law of laws)
    if (only.test(`${law.area}: ${law.promise}`)) results.push(await run.check(law))
  const again = ({ area }: Law) => `the same seed and ${area}`
  return makeReport({ server, seed: 7, runs: 5, results, coverage, again, run, isPartial: true })
}

const withoutLimit = at(/./, (received) => {
  const { 'ratelimit-limit': _, ...headers } = received.headers
  return { ...received, headers }
})

/** Plants two violations. */
const both = (first: Change, second: Change): Change => ({
  handle: async (sent, forward, server) => {
    const between = async (changed: typeof sent) =>
      (await first.handle?.(changed, forward, server)) ?? forward(changed)
    return (await second.handle?.(sent, between, server)) ?? between(sent)
  },
})

/** Runs the curl command of a text in a shell. */
const runCurl = async (text: string, { server }: Report) => {
  const [line = ''] = /(printf .*)?curl .*/.exec(text) ?? []
  const env = { PATH: process.env.PATH ?? '', MERCH_KEY: server.key }
  return (await promisify(execFile)('sh', ['-c', `${line} --silent`], { env })).stdout
}

test('a missing header is one cause, before the rarer ones, and hides none', async () => {
  const change = both(withoutLimit, at('cancelOrder 201', swap('RELEASED', 'ALLOCATED')))
  const report = await reportOn(change, { only: /^auth|cancelOrder returns/ })
  const [first, second, ...others] = report.causes
  expect(first?.title).toBe(`${report.results.length} laws: response lacks RateLimit-Limit`)
  expect(second?.title).toMatch(/^1 law: cancelOrder: the body must be/)
  expect(others).toEqual([])
  expect(first?.text.match(/curl/g)).toHaveLength(1)
  const [response = ''] = /response .*/.exec(first?.text ?? '') ?? []
  expect(response).not.toContain(' ratelimit-limit')
  expect(await runCurl(first?.text ?? '', report)).toMatch(/^HTTP\/1\.1 200 /)
  expect(report.isKept).toBe(false)
})

test('all violations of a response are found: of its status code, headers and body', async () => {
  const wrong = at('listWebhooks 200', json(200, { webhooks: [{ id: 5 }], next: null }))
  const change = both(wrong, both(at('getOrder 404', status(410)), withoutLimit))
  const { causes } = await reportOn(change, { only: /reactivated|unknown id/ })
  const all = causes.map(({ what }) => what).join('; ')
  for (const cause of [
    '410 is not declared',
    'response lacks RateLimit-Limit',
    'body has the undeclared `next`',
    '`id` must be string',
    'body lacks `url`',
  ])
    expect(all).toContain(cause)
})

test('--leave-out drops a requirement of the document or a law, and names what it did not match', async () => {
  const leaveOut = { 'RateLimit-Limit': 'the gateway adds it', 'any case': 'not yet' }
  const report = await reportOn(withoutLimit, { only: /^auth/, leaveOut })
  expect(report.causes).toEqual([])
  expect(report.results.filter(({ skipped }) => skipped === 'not yet')).toHaveLength(1)
  await expect(reportOn({}, { only: /^auth/, leaveOut: { rateLimit: ' ' } })).rejects.toThrow(
    'Leaving out needs words and a reason: rateLimit= ',
  )
})

test('what follows from an undeclared response is no cause of its own', async () => {
  const report = await reportOn(at('getOrder 404', status(409)), { only: /^routing/ })
  expect(report.causes.map(({ title }) => title)).toEqual(['1 law: 409 is not declared'])
  const [{ text = '' } = {}] = report.causes
  expect(text).toContain('getOrder (§4) declares 200, 400, 401, 404, 429, 500')
  expect(await runCurl(text, report)).toMatch(/^HTTP\/1\.1 409 .*"Order not found"/s)
})

test('a failing value is shrunk, also if the server rejects ever more, and bytes are escaped', async () => {
  const tags = at(
    ({ path, body }) => path === '/v1/contacts/create' && JSON.parse(String(body)).tags?.length > 1,
    error(400, 'tags: too many'),
  )
  const shrunk = await reportOn(tags, {
    only: /properties and query|^contacts: A contact/,
  })
  const [, body = ''] = /--data-binary '(.*)'/.exec(shrunk.causes[0]?.text ?? '') ?? []
  expect(JSON.parse(body).tags.length).toBeGreaterThan(1)
  const teapot = at(400, error(400, 'x'), 'body: must be UTF-8')
  const bytes = await reportOn(teapot, { only: /An unreadable body/ })
  expect(await runCurl(bytes.causes[0]?.text ?? '', bytes)).toMatch(/^HTTP\/1\.1 400 /)
})

test('keys of eight characters or more are masked, with a command that still works', async () => {
  const change = at(
    ({ headers }) => /^Bearer .{95}$/.test(headers?.authorization ?? ''),
    status(403),
  )
  const report = await reportOn(change, { only: /^auth: A key with 95/ })
  const [{ text = '' } = {}] = report.causes
  expect(text).not.toContain(report.server.key.slice(10, 60))
  expect(text).toMatch(/-H "authorization: Bearer \$\{MERCH_KEY#\?\}"/)
  expect(await runCurl(text, report)).toMatch(/^HTTP\/1\.1 403 /)
  const [result] = report.results
  if (!result) throw new Error('No law was checked')
  const short = failureReport(result, { ...report.server, key: 'k' }, 'again')
  expect(short).toContain('checkAuth')
})

test('every format has the causes, and no text of the server can end or forge its parts', async () => {
  const evil = '::error::x ``` | </failure><script>\u0000\u001b[31m\ufffe\n::error::y'
  const change = at('listWebhookEvents 200', json(200, { events: [], [evil]: evil }))
  const report = await reportOn(change, { only: /^(webhooks: The cat|rateLimit)/ })
  const xml = junit(report)
  expect(xml).toContain('<testsuite name="contract.webhooks" tests="1" failures="1" errors="0"')
  expect(xml.match(/<testcase /g)).toHaveLength(report.results.length + 3)
  expect(xml.match(/<failure /g)).toHaveLength(1)
  expect(xml).not.toMatch(/(?![\t\n\r])[\p{Cc}\ufffe]|<script/u)
  const shown = annotations(report)
  expect(shown).toHaveLength(report.causes.length)
  expect(shown[0]).toMatch(/^::error title=1 law%3A body has the .*::such as.*%0Arequest +curl /)
  expect(shown.join('')).not.toMatch(/\p{Cc}/u)
  const summary = markdown(report)
  expect(summary).toMatch(/^\| 1 \| body has the undeclared [^|<`]* \|$/m)
  expect(summary).toMatch(/^````text\n {3}such as.*\n````\n/ms)
  expect(summary).not.toMatch(/^\s*::|(?!\n)\p{Cc}/mu)
})

function see(coverage: Coverage, method: string, path: string, status: number, body: unknown) {
  const isText = typeof body === 'string'
  const headers = { 'content-type': isText ? 'text/html' : 'application/json' }
  const received = { status, headers, text: isText ? body : JSON.stringify(body) }
  coverage.see({ sent: { method, path }, received, problems: [] })
}

const unseen = (coverage: Coverage, excused?: string[]) =>
  coverage.unseen(excused).filter((name) => name.startsWith('getOrder '))

test('unseen responses are listed by operation, status code and example', () => {
  const coverage = new Coverage()
  see(coverage, 'GET', '/v1/orders/x', 404, { message: 'Order not found' })
  see(coverage, 'GET', '/v1/orders/x', 401, 'Unauthorized')
  // Responses of other operations and paths, and with other messages, do not count.
  see(coverage, 'GET', '/v1/orders/list', 429, { message: 'Request budget exceeded' })
  see(coverage, 'GET', '/v1/nothing', 500, { message: 'Internal server error' })
  see(coverage, 'GET', '/v1/orders/x', 429, { message: 'Come back later' })
  const left = ['getOrder 200 awaitingShipment', 'getOrder 400 orderIdMalformed']
  const others = ['200 delivered', '429 budgetExceeded', '500 internalServerError']
  const all = [...left, ...others.map((name) => `getOrder ${name}`)]
  expect(unseen(coverage).toSorted()).toEqual(all.toSorted())
  expect(unseen(coverage, ['* 429', '* 500', 'getOrder 200 delivered'])).toEqual(left)
})

test.each<[example: unknown, actual: unknown, expected: boolean]>([
  [{ message: 'Order not found' }, { message: 'Webhook not found' }, false],
  [{ message: 'Not enough stock: A' }, { message: 'Not enough stock: B' }, true],
  [{ message: 'events[0]: x' }, { message: 'events[7]: y' }, true],
  [{ message: 'limit: is required' }, { message: 'offset: is required' }, false],
  [{ message: 'x', errors: ['a: b'] }, { message: 'x', errors: ['body: d'] }, false],
  [[], [1], false],
  [{ a: null }, { a: 'x' }, false],
  [{ a: 'x' }, { a: 'y', b: 1 }, true],
  [{ invite: { sent: true } }, { invite: { sent: false } }, false],
])('%j matches %j: %s', (example, actual, expected) => {
  expect(matchesExample(example, actual)).toBe(expected)
})

test('another message for the same error matches with ownWords', () => {
  const example = { message: 'Order has already shipped' }
  expect(matchesExample(example, { message: 'Too late' }, true)).toBe(true)
  expect(matchesExample(example, { message: 'Too late', errors: ['a: b'] }, true)).toBe(false)
})
