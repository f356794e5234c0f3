import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { version } from '../../contract-tests/schemathesis/runner.ts'
import { readConfig } from '../../server/config.ts'
import { volumes as named, type Service, services } from './compose.ts'
import { read, root } from './dockerfile.ts'

/** A text as Compose reads it where nothing is set: `${NAME:-default}`, and `$$` for a dollar sign. */
const filled = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll('$$', '$')

const settingsOf = ({ environment }: Service) =>
  readConfig(Object.fromEntries(Object.entries(environment).map(([k, v]) => [k, filled(v)])))

describe.each(['server', 'tested'] as const)('%s', (name) => {
  const { environment, volumes, image, build } = services[name]
  test('is set by names and values that the server understands', () => {
    const source = read('server/config.ts')
    const known = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, setting]) => setting)
    expect(known.length).toBeGreaterThan(20)
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)))
    expect(() => settingsOf(services[name])).not.toThrow()
  })

  test('is the image that is built here, with its data in a volume', () => {
    expect([image, build]).toEqual(['merch-fulfillment', '.'])
    const [volume = '', folder] = (volumes[0] ?? '').split(':')
    expect(Object.keys(named)).toContain(volume)
    expect(folder).toBe('/data')
  })
})

test('the server is given longer to stop than it takes', () => {
  const [, grace = ''] = /graceMilliseconds = ([\d_]+)/.exec(read('server/process/start.ts')) ?? []
  const allowed = Number(services.server.stop_grace_period?.replace(/s$/, '')) * 1000
  expect(allowed).toBeGreaterThan(Number(grace.replaceAll('_', '')) + 5000)
})

test('mail goes to the mail server, whose pages and the API’s are for this machine alone', () => {
  expect(settingsOf(services.server).smtpUrl).toBe('smtp://mail:1025')
  expect(services.server.ports).toEqual(['127.0.0.1:8080:8080'])
  expect(services.mail.ports).toEqual(['127.0.0.1:8025:8025'])
  expect(services.mail.image).toMatch(/^axllent\/mailpit:v\d+\.\d+\.\d+$/)
})

test('Schemathesis is the version that its hooks are written for, and never asks the server itself', () => {
  const { schemathesis, tested, server } = services
  expect(schemathesis.image).toBe(`schemathesis/schemathesis:${version}`)
  expect([schemathesis.profiles, tested.profiles]).toEqual([['schemathesis'], ['schemathesis']])
  expect(schemathesis.depends_on).toEqual({ tested: { condition: 'service_healthy' } })
  expect(server.volumes.filter((volume) => tested.volumes.includes(volume))).toEqual([])
  const mounted = schemathesis.volumes.filter((volume) => volume.startsWith('./'))
  expect(mounted).toHaveLength(2)
  for (const volume of mounted) {
    const [file = '', , mode] = volume.split(':')
    expect([existsSync(`${root}${file}`), mode]).toEqual([true, 'ro'])
  }
})
