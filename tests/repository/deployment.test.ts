import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { version as schemathesis } from '../../contract-tests/schemathesis/runner.ts'

// CI builds and starts the image. These tests check errors that would not stop it: versions that
// drift apart, misspelt settings, unneeded permissions.

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const { scripts, version, dependencies } = JSON.parse(read('package.json'))

const Service = z.object({
  image: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  ports: z.array(z.string().startsWith('127.0.0.1:')).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  stop_grace_period: z.string().optional(),
})

const { services } = z
  .object({
    services: z.object({ server: Service, mail: Service, tested: Service, schemathesis: Service }),
  })
  .parse(parseYaml(read('compose.yaml')))

const Step = z.object({
  run: z.string().default(''),
  uses: z
    .string()
    .regex(/^actions\/[\w-]+@v\d+$/)
    .optional(),
  with: z.record(z.string(), z.unknown()).default({}),
})

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => {
  const { jobs } = z
    .object({
      permissions: z.strictObject({}),
      jobs: z.record(z.string(), z.object({ steps: z.array(Step) })),
    })
    .parse(parseYaml(read(file)))
  return { file, steps: Object.values(jobs).flatMap((job) => job.steps) }
})

test('The image, the workflows and the project use the same Node version', () => {
  const { node } = dependencies
  expect(read('Dockerfile')).toContain(`FROM node:${node}-`)
  const setups = workflows.flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@')),
  )
  expect(setups.length).toBeGreaterThan(2)
  for (const setup of setups) expect(node).toMatch(RegExp(`^${setup.with['node-version']}\\.`))
})

test('The packages have the version of the project, and a release rejects any other tag', () => {
  for (const folder of ['client', 'contract-tests'])
    expect(JSON.parse(read(`${folder}/package.json`)).version).toBe(version)
  const check = workflows.flatMap(({ steps }) => steps).find(({ run }) => run.startsWith('node -e'))
  const statusOf = (tag: string) =>
    spawnSync('sh', ['-c', check?.run ?? ''], {
      cwd: root,
      env: { PATH: process.env.PATH, GITHUB_REF_NAME: tag },
    }).status
  expect([statusOf(`v${version}`), statusOf(`v${version}1`)]).toEqual([0, 1])
})

test('compose.yaml sets only settings that the server has', () => {
  const known = [...read('server/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  for (const { environment } of [services.server, services.tested])
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)))
})

test('Compose waits longer for the server to stop than the server’s own limit', () => {
  const [, grace = ''] = /graceMilliseconds = ([\d_]+)/.exec(read('server/process/start.ts')) ?? []
  const limit = Number(grace.replaceAll('_', '')) / 1000
  expect(limit).toBeGreaterThan(0)
  expect(Number(/:-(\d+)s}$/.exec(services.server.stop_grace_period ?? '')?.[1])).toBeGreaterThan(
    limit + 5,
  )
})

test('Compose uses the Schemathesis version of the runner', () => {
  expect(services.schemathesis.image).toBe(`schemathesis/schemathesis:${schemathesis}`)
})

test.each(workflows)(
  '$file runs existing scripts and does not persist credentials',
  ({ steps }) => {
    const named = steps.flatMap(({ run }) => /^npm run (\S+)/.exec(run)?.[1] ?? [])
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
    for (const { uses, with: options } of steps)
      if (uses?.startsWith('actions/checkout@')) expect(options['persist-credentials']).toBe(false)
  },
)
