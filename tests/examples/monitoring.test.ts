import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { send } from '../../contract-tests/support/http.ts'
import { readConfig } from '../../server/config.ts'
import { start } from '../../server/process/start.ts'
import { findProgram } from '../kit/find-program.ts'
import { recordingLog } from '../kit/recording-log.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const folder = join(import.meta.dirname, '../../examples/monitoring')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })),
})
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

test('the alerts and the dashboard use metrics that a server has', async () => {
  const { log, lines } = recordingLog('info')
  const environment = { PORT: '0', METRICS_PORT: '0' }
  const config = readConfig({
    ...environment,
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
  })
  onTestFinished((await start(config, log)).stop)
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(lines.join('')) ?? []
  const { text } = await send(page, { path: '/metrics' })
  expect(text).toMatch(/^merch_ready 1$/m)
  expect(text).toMatch(/^merch_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  const served = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  const alerts = Rules.parse(parse(read('rules.yaml'))).groups.flatMap(({ rules }) => rules)
  const queries = Dashboard.parse(JSON.parse(read('dashboard.json'))).panels.flatMap(
    ({ targets }) => targets,
  )
  for (const used of [alerts, queries]) {
    const expressions = used.map(({ expr }) => expr).join('\n')
    const names = expressions.match(/\b(merch|process|nodejs)_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(7)
    expect(served).toEqual(
      expect.arrayContaining(names.map((name) => name.replace(/_bucket$/, ''))),
    )
  }
})

test('Prometheus accepts the alerts', async (context) => {
  const promtool = await findProgram('promtool')
  if (promtool === undefined) return context.skip('promtool is not installed')
  expect(
    execFileSync(promtool, ['check', 'rules', join(folder, 'rules.yaml')], { encoding: 'utf8' }),
  ).toContain('8 rules found')
})
