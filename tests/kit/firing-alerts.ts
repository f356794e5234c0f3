import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.ts'

const rules = join(import.meta.dirname, '../../examples/monitoring/rules.yaml')

/**
 * Returns the alerts of the example that fire after two hours in which Prometheus has read series every minute, by
 * `promtool test rules`. Clocks there start in 1970.
 * @param series notations of Prometheus by name, such as `0+1x120`.
 */
export const firingAlerts = (promtool: string, series: Readonly<Record<string, string>>) => {
  const { path, remove } = makeTemporaryFolder()
  onTestFinished(remove)
  const file = join(path, 'test.json')
  const firing = 'count by (alertname) (ALERTS{alertstate="firing"})'
  const none = { labels: '{alertname="none"}', value: 1 }
  const tests = [
    {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      // The message of a failure has the alerts.
      promql_expr_test: [{ expr: firing, eval_time: '2h', exp_samples: [none] }],
    },
  ]
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
  const [, got] = /got:(.*)/.exec(stdout + stderr) ?? []
  if (got === undefined) throw new Error(stdout + stderr)
  return [...got.matchAll(/alertname=\\?"(\w+)\\?"/g)].map(([, name]) => name).toSorted()
}

/** Returns the series of a metrics page, each with the same value for two hours. */
export const steadySeries = (page: string, instance: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/^(merch_\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => {
      const all = [labels, `job="merch"`, `instance="${instance}"`].filter(Boolean).join(',')
      return [`${name}{${all}}`, `${value}x120`]
    }),
  )
