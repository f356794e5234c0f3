import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { send } from '../../contract-tests/support/http.ts'
import { readConfig } from '../../server/config.ts'
import { start } from '../../server/process/start.ts'
import { findProgram } from '../kit/find-program.ts'
import { firingAlerts } from '../kit/firing-alerts.ts'
import { path, read } from '../kit/project.ts'
import { recordingLog } from '../kit/recording-log.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const rulesFile = 'examples/monitoring/rules.yaml'

const Rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.string() }),
  annotations: z.object({ runbook_url: z.string() }),
})
const Rules = z.object({ groups: z.array(z.object({ rules: z.array(Rule) })) })
const alerts = Rules.parse(parse(read(rulesFile))).groups.flatMap(({ rules }) => rules)

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

test('the alerts and the dashboard use metrics that a server has', async () => {
  const { log, lines } = recordingLog('info')
  const config = readConfig({
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
  })
  onTestFinished((await start(config, log)).stop)
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(lines.join('')) ?? []
  const metrics = async () => (await send(page, { path: '/metrics' })).text
  // On a busy machine, the first read of the database may take too long for the page.
  await expect.poll(metrics).toMatch(/^merch_ready 1$/m)
  const text = await metrics()
  expect(text).toMatch(/^merch_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  const served = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  const queries = Dashboard.parse(
    JSON.parse(read('examples/monitoring/dashboard.json')),
  ).panels.flatMap(({ targets }) => targets)
  for (const used of [alerts, queries]) {
    const expressions = used.map(({ expr }) => expr).join('\n')
    const names = expressions.match(/\b(merch|process|nodejs)_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(7)
    expect(served).toEqual(
      expect.arrayContaining(names.map((name) => name.replace(/_bucket$/, ''))),
    )
  }
})

const up = { 'up{job="merch"}': '1x120' }

test.for<[string, Record<string, string>]>([
  ['MerchDown', { 'up{job="merch",instance="a"}': '0x120' }],
  ['MerchAbsent', { 'up{job="other"}': '1x120' }],
  ['MerchNotReady', { ...up, merch_ready: '0x120' }],
  [
    'MerchErrors',
    {
      ...up,
      'merch_http_requests_total{status="200"}': '0+98x120',
      'merch_http_requests_total{status="500"}': '0+2x120',
    },
  ],
  [
    'MerchDeliveriesFail',
    {
      ...up,
      'merch_deliveries_total{outcome="delivered"}': '0+3x120',
      'merch_deliveries_total{outcome="failed"}': '0+1x120',
    },
  ],
  ['MerchDeliveriesWait', { ...up, merch_deliveries_oldest_seconds: '0+60x120' }],
  ['MerchSyncStopped', { ...up, merch_last_sync_timestamp_seconds: '2000x120' }],
  ['MerchOrdersWait', { ...up, 'merch_orders_waiting{days="7"}': '1x120' }],
  [
    'MerchCertificateExpires',
    { ...up, merch_certificate_expires_timestamp_seconds: '1000000x120' },
  ],
  ['MerchEmailsFail', { ...up, 'merch_emails_total{outcome="failed"}': '0+1x120' }],
])('%s fires alone', async ([name, series], context) => {
  const promtool = await findProgram('promtool')
  if (promtool === undefined) return context.skip('promtool is not installed')
  expect(firingAlerts(promtool, series)).toEqual([name])
})

test('Prometheus accepts the alerts, and each has a severity and a section in the docs', async (context) => {
  const promtool = await findProgram('promtool')
  if (promtool === undefined) return context.skip('promtool is not installed')
  expect(
    execFileSync(promtool, ['check', 'rules', path(rulesFile)], { encoding: 'utf8' }),
  ).toContain('10 rules found')
  const headings = read('docs/alerts.md').match(/^## .*/gm)
  for (const { alert, labels, annotations } of alerts) {
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.runbook_url).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
  }
  expect(headings).toEqual(alerts.map(({ alert }) => `## ${alert}`))
})
