import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { type Certificate, makeCertificate } from '../../testkit/tls.ts'
import { ConfigError, readConfig } from '../config.ts'
import { start } from './start.ts'
import { readTls } from './tls.ts'

let first: Certificate
let second: Certificate

beforeAll(() => {
  first = makeCertificate('localhost')
  second = makeCertificate('localhost')
})

/** Files that hold a pair, and what puts others in their place. */
const filesOf = ({ cert, key }: Certificate) => {
  const folder = temporaryFolder()
  const files = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  const put = (texts: Partial<Certificate>) => {
    if (texts.cert !== undefined) writeFileSync(files.cert, texts.cert)
    if (texts.key !== undefined) writeFileSync(files.key, texts.key)
  }
  put({ cert, key })
  return { ...files, put }
}

const settings = ({ cert, key }: Certificate, environment: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
    TLS_CERT: cert,
    TLS_KEY: key,
    ...environment,
  })

/** Starts a server with a certificate. Returns it with a function that requests a path. */
const started = async (environment: Record<string, string> = {}) => {
  const running = await start(settings(filesOf(first), environment), recordingLog().log, 300)
  onTestFinished(running.stop)
  const port = Number(new URL(running.address).port)
  const get = async (path: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      ca: first.cert,
      headers,
      agent: false,
    })
    const [incoming]: IncomingMessage[] = await once(outgoing.end(), 'response')
    if (incoming === undefined) throw new Error('no response')
    const hsts = incoming.headers['strict-transport-security']
    return { status: incoming.statusCode, text: await text(incoming), hsts }
  }
  return { ...running, port, get }
}

test('a server with a certificate serves HTTPS and shows https addresses', async () => {
  const { address, demo, get } = await started()
  expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const products = await get('/v1/products/list', demo?.key)
  expect(products.text).toContain(`"imageUrl":"${address}/cdn/`)
  expect((await get(new URL(demo?.inviteUrl ?? '').pathname)).status).toBe(200)
  for (const path of ['/portal', '/v1/auth', '/healthz'])
    expect((await get(path)).hsts, path).toBe('max-age=31536000')
})

test('localhost has no Strict-Transport-Security', async () => {
  const { get } = await started({ BASE_URL: 'https://localhost:0' })
  expect(await get('/healthz')).toMatchObject({ status: 200, hsts: undefined })
})

test('a pending TLS handshake does not delay a stop', async () => {
  const { port, stop } = await started()
  const socket = connectPlainly(port, '127.0.0.1').on('error', () => {})
  await new Promise((ready) => socket.once('ready', ready))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((sent) => socket.write('\x16\x03\x01', 'latin1', sent))
  await stop()
  await closed
})

describe('an invalid certificate is rejected in one line', () => {
  const rejection = (texts: Partial<Certificate>, now = Date.now()) => {
    const files = filesOf(first)
    files.put(texts)
    try {
      readTls(files, now)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return error.message.replace(files.cert, 'CERT').replace(files.key, 'KEY')
    }
    return 'nothing'
  }
  const sealed = (key: string) =>
    createPrivateKey(key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString()

  test.each<[string, () => Partial<Certificate>, string]>([
    ['another key', () => ({ key: second.key }), 'TLS_KEY KEY is not the key of TLS_CERT CERT'],
    ['a text', () => ({ cert: 'hello' }), 'TLS_CERT CERT is not a PEM certificate'],
    ['a key', () => ({ cert: first.key }), 'TLS_CERT CERT is not a PEM certificate'],
    ['no key', () => ({ key: first.cert }), 'TLS_KEY KEY is not a PEM private key'],
    [
      'a key with a passphrase',
      () => ({ key: sealed(first.key) }),
      'TLS_KEY KEY is encrypted. Provide the key without a passphrase.',
    ],
  ])('%s', (_, texts, message) => {
    expect(rejection(texts())).toBe(message)
  })

  test('expired or not valid yet', () => {
    const year = 365 * 24 * 3600 * 1000
    expect(rejection({}, Date.now() + year)).toMatch(/^TLS_CERT CERT expired at \d{4}-\d\d-\d\dT/)
    expect(rejection({}, Date.now() - year)).toMatch(/^TLS_CERT CERT is not valid before \d{4}-/)
    const { validFromDate, validToDate } = new X509Certificate(first.cert)
    for (const bound of [validFromDate, validToDate])
      expect(rejection({}, bound.getTime())).toBe('nothing')
  })

  test('before a database is created', async () => {
    const { key } = filesOf(first)
    const config = settings({ cert: '/nowhere/tls.crt', key })
    await expect(start(config, recordingLog().log)).rejects.toThrow(
      new ConfigError(
        "TLS_CERT cannot be read: ENOENT: no such file or directory, open '/nowhere/tls.crt'",
      ),
    )
    expect(existsSync(config.databaseFile)).toBe(false)
  })
})
