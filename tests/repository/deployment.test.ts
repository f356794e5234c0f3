import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { version as schemathesis } from '../../contract-tests/schemathesis/runner.ts'
import { readConfig } from '../../server/config.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

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

const ProxyService = Service.extend({
  networks: z.object({ nodes: z.object({ ipv4_address: z.string() }) }),
})

const { services } = z
  .object({
    services: z.object({
      ...{ server: Service, mail: Service, tested: Service, schemathesis: Service },
      ...{ node1: Service, node2: Service, proxy: ProxyService, database: Service },
    }),
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

const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(
  ([, name = '']) => name,
)

test('compose.yaml passes on every setting, except the address that the image sets', () => {
  const expected = settings.filter((name) => !['HOST', 'PORT'].includes(name))
  const { environment } = services.server
  expect(Object.keys(environment).toSorted()).toEqual(expected.toSorted())
  for (const [name, value] of Object.entries(environment))
    expect(value.startsWith(`\${${name}:-`), name).toBe(true)
  expect(settings).toEqual(expect.arrayContaining(Object.keys(services.tested.environment)))
})

/** Returns the settings of a service if no variable is set. */
const defaultsOf = ({ environment }: z.output<typeof Service>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1'),
    ]),
  )

test('Two nodes behind a proxy share a database and have the other settings of the server', () => {
  const { node1, node2, proxy, database, server } = services
  expect(node2).toEqual(node1)
  const { postgres, trustedProxies, ...config } = readConfig(defaultsOf(node1))
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password } = defaultsOf(database)
  expect(postgres?.url).toBe(`postgres://${user}:${password}@database/merch`)
  expect(trustedProxies).toEqual([`${proxy.networks.nodes.ipv4_address}/32`])
  expect(config.baseUrl).toBe(`http://localhost:${proxy.ports[0]?.split(':')[1]}`)
  const own = ['DATABASE_URL', 'BASE_URL', 'TRUSTED_PROXIES', 'KEEP_ALIVE_SECONDS']
  for (const [name, value] of Object.entries(server.environment))
    if (![...own, 'SHUTDOWN_DELAY_SECONDS'].includes(name))
      expect(node1.environment[name], name).toBe(value)
  expect(Object.keys(node1.environment)).toEqual(Object.keys(server.environment))
})

test('Without variables, compose.yaml has valid settings', () => {
  const defaults = Object.entries(services.server.environment).map(([name, value]) => [
    name,
    /:-(.*)}$/.exec(value)?.[1],
  ])
  expect(readConfig(Object.fromEntries(defaults))).toMatchObject({ provider: undefined })
})

const unit = read('examples/systemd/merch-fulfillment.service')
const example = parseEnv(read('examples/systemd/environment'))
const unitValue = (name: string) => RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

test('The settings of the systemd example are valid', () => {
  expect(settings).toEqual(expect.arrayContaining(Object.keys(example)))
  const { databaseFile } = readConfig(example)
  expect(dirname(databaseFile)).toBe(`/var/lib/${unitValue('StateDirectory')}`)
})

test('systemd waits longer for the server to stop than its delay and its own limit', () => {
  const { shutdownDelaySeconds } = readConfig(example)
  expect(Number.parseInt(unitValue('TimeoutStopSec'), 10)).toBeGreaterThanOrEqual(
    shutdownDelaySeconds + 15,
  )
})

test('systemd-analyze accepts the unit and its confinement', (context) => {
  const { error } = spawnSync('systemd-analyze', ['--version'])
  context.skip(error !== undefined, 'systemd-analyze is not installed')
  const file = join(temporaryFolder(), 'merch-fulfillment.service')
  writeFileSync(file, unit.replaceAll('/opt/merch-fulfillment', root.replace(/\/$/, '')))
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], {
      encoding: 'utf8',
    })
    return { status, printed: stdout + stderr }
  }
  expect(analyze('verify')).toEqual({ status: 0, printed: '' })
  // Exposure in tenths, from 0 to 100.
  const { status, printed } = analyze('security', '--offline=true', '--threshold=20')
  expect(status, printed).toBe(0)
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
