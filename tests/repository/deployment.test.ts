import { spawnSync } from 'node:child_process'
import { globSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeSettings, readConfig } from '../../server/config.ts'
import { graceMilliseconds } from '../../server/process/start.ts'
import { read, root } from '../kit/project.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

// CI builds and starts the image. These tests check errors that would not stop it: versions that
// drift apart, misspelt settings, unneeded permissions.

const { dependencies } = JSON.parse(read('package.json'))

type Service = { environment?: Record<string, string>; ports?: string[] }

const { services } = parse(read('compose.yaml'), { merge: true })

test('the containers of compose.yaml are confined, and publish their ports to this machine alone', () => {
  for (const [name, service] of Object.entries<Service>(services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  }
})

type Step = { uses?: string; with?: Record<string, unknown> }

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => {
  const { permissions, jobs } = parse(read(file))
  const steps = Object.values<{ steps: Step[] }>(jobs).flatMap((job) => job.steps)
  return { file, permissions, steps }
})

test.each(workflows)(
  '$file has no permissions by default, and uses pinned actions without credentials',
  ({ permissions, steps }) => {
    expect(permissions).toEqual({})
    for (const { uses, with: options } of steps) {
      // A tag can be moved to another commit.
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
      if (uses?.startsWith('actions/checkout@'))
        expect(options).toMatchObject({ 'persist-credentials': false })
    }
  },
)

test('The image, the workflows and the project use the same Node version', () => {
  const { node } = dependencies
  expect(read('Dockerfile')).toContain(`FROM node:${node}-`)
  const setups = workflows.flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@')),
  )
  expect(setups.length).toBeGreaterThan(2)
  for (const setup of setups) expect(node).toMatch(RegExp(`^${setup.with?.['node-version']}\\.`))
})

test('images of others are pinned by their digests', () => {
  const places = `${read('Dockerfile')}\n${read('compose.yaml')}`.matchAll(
    /^(?:FROM(?: --platform=\S+)?| *image:) (\S+:\S+)/gm,
  )
  const images = [...places].map(([, image = '']) => image)
  expect(images.length).toBeGreaterThan(4)
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
})

const settings = describeSettings().map(({ name }) => name)

test('compose.yaml passes on every setting, except the address that the image sets', () => {
  const files = ['WEBHOOK_SECRET_KEY', 'WEBHOOK_SECRET_KEY_OLD', 'PROVIDER_KEY', 'PROVIDER_SECRET']
  const expected = [
    ...settings.filter((name) => !['HOST', 'PORT'].includes(name)),
    ...files.map((name) => `${name}_FILE`),
  ]
  const { environment } = services.server
  expect(Object.keys(environment).toSorted()).toEqual(expected.toSorted())
  for (const [name, value] of Object.entries<string>(environment))
    expect(value.startsWith(`\${${name}:-`), name).toBe(true)
  expect(settings).toEqual(expect.arrayContaining(Object.keys(services.tested.environment)))
})

/** Returns the settings of a service if no variable is set. */
const defaultsOf = ({ environment = {} }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1'),
    ]),
  )

test('Without variables, compose.yaml has valid settings, and two nodes share a database', () => {
  const { server, node1, node2, proxy, database } = services
  expect(readConfig(defaultsOf(server))).toMatchObject({ provider: undefined })
  expect(node2).toEqual(node1)
  expect(Object.keys(node1.environment)).toEqual([...Object.keys(server.environment), 'PGPASSWORD'])
  const { POSTGRES_USER: user } = defaultsOf(database)
  expect(node1.environment.PGPASSWORD).toBe(database.environment.POSTGRES_PASSWORD)
  const { postgres, trustedProxies } = readConfig(defaultsOf(node1))
  expect(postgres?.url).toBe(`postgres://${user}@database/merch`)
  expect(trustedProxies).toEqual([`${proxy.networks.nodes.ipv4_address}/32`])
})

const unit = read('examples/systemd/merch-fulfillment.service')
const example = parseEnv(read('examples/systemd/environment'))
const unitValue = (name: string) => RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

test('The settings of the systemd example are valid', () => {
  expect(settings).toEqual(expect.arrayContaining(Object.keys(example)))
  const { databaseFile } = readConfig(example)
  expect(dirname(databaseFile)).toBe(`/var/lib/${unitValue('StateDirectory')}`)
})

test('systemd-analyze accepts the unit and its confinement', (context) => {
  const { error } = spawnSync('systemd-analyze', ['--version'])
  context.skip(error !== undefined, 'systemd-analyze is not installed')
  const folder = temporaryFolder()
  const file = join(folder, 'merch-fulfillment.service')
  // The path of this project may have spaces, which a unit would have to escape.
  symlinkSync(root, join(folder, 'project'))
  writeFileSync(file, unit.replaceAll('/opt/merch-fulfillment', join(folder, 'project')))
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

test('systemd and Compose wait longer for a stop than the delay and limit of the server', () => {
  const limit = graceMilliseconds / 1000
  const { shutdownDelaySeconds } = readConfig(example)
  expect(Number.parseInt(unitValue('TimeoutStopSec'), 10)).toBeGreaterThan(
    shutdownDelaySeconds + limit + 5,
  )
  const [, seconds] = /:-(\d+)s}$/.exec(services.server.stop_grace_period ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(limit + 5)
})

test('The lock files contain no registry addresses and no places of a machine', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "\w+:|https?:\/\/[^"]*registry/)
  expect(read('contract-tests/schemathesis/requirements.txt')).not.toMatch(/^-/m)
})

test('Compose, the runner and CI use one version of Schemathesis', () => {
  const [, version] = /schemathesis:(.*)@/.exec(services.schemathesis.image ?? '') ?? []
  expect(read('contract-tests/schemathesis/main.ts')).toContain(`const version = '${version}'`)
  const installed = read('contract-tests/schemathesis/requirements.txt')
  expect(installed).toContain(`\nschemathesis==${version} `)
})
