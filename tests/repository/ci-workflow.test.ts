import { existsSync, readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { services } from '../../tools/image/compose.ts'

const path = (file: string) => new URL(`../../${file}`, import.meta.url)
const read = (file: string) => readFileSync(path(file), 'utf8')

const Job = z.strictObject({
  'runs-on': z.string(),
  permissions: z.strictObject({ contents: z.literal('read') }),
  'timeout-minutes': z.number().optional(),
  steps: z.array(
    z.strictObject({
      run: z.string().optional(),
      uses: z.string().optional(),
      if: z.string().optional(),
      with: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

const { permissions, jobs } = z
  .looseObject({
    permissions: z.strictObject({}),
    jobs: z.strictObject({ check: Job, image: Job, audit: Job }),
  })
  .parse(parseYaml(read('.github/workflows/ci.yml')))

const commands = ({ steps }: z.output<typeof Job>) => steps.flatMap(({ run }) => run ?? [])

test('each part of it may read the project and no more, and no failure is passed over', () => {
  expect(permissions).toEqual({})
  // The schema of a step has no `continue-on-error`.
  for (const job of Object.values(jobs))
    expect(commands(job).join('\n')).not.toMatch(/\|\||; *true/)
})

test('it runs what `npm run check` runs, on the Node that the project brings', () => {
  expect(commands(jobs.check)).toEqual(['.ci/run'])
  expect(read('.ci/run')).toMatch(/npm run --silent check\n$/)
  const { scripts, dependencies } = JSON.parse(read('package.json'))
  const steps = [...read('tools/check/main.ts').matchAll(/^ {2}\['.*', '([\w:]+)', \[.*\]\],$/gm)]
  expect(steps.length).toBeGreaterThan(6)
  for (const [, script = ''] of steps) expect(Object.keys(scripts)).toContain(script)
  for (const { steps } of [jobs.check, jobs.audit]) {
    const setup = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))
    expect(String(dependencies.node)).toMatch(RegExp(`^${setup?.with?.['node-version']}\\.`))
  }
})

test('what it asks of the image is there to be asked', () => {
  const [up = '', ask = '', use = ''] = commands(jobs.image)
  expect(up).toContain(' --wait ')
  expect(services.server.ports).toContain(
    `127.0.0.1:${new URL(/http\S+/.exec(ask)?.[0] ?? '').port}:8080`,
  )
  const [, service = '', command = ''] = /exec -T (\w+) merch (\w+)/.exec(use) ?? []
  expect(Object.keys(services)).toContain(service)
  expect(existsSync(path(`server/cli/${command}.ts`))).toBe(true)
})
