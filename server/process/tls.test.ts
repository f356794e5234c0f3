import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect } from 'node:tls'
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

const started = async (environment: Record<string, string> = {}) => {
  const files = filesOf(first)
  const { log, lines } = recordingLog('info')
  const running = await start(settings(files, environment), log, 300)
  onTestFinished(running.stop)
  const port = Number(new URL(running.address).port)
  /** Asks for a path, trusting one certificate alone. */
  const get = (path: string, { cert }: Certificate = first, key?: string) =>
    new Promise<{ status: number | undefined; text: string; hsts: string | undefined }>(
      (resolve, reject) => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
        request({ host: '127.0.0.1', port, path, ca: cert, headers, agent: false }, (incoming) => {
          const hsts = incoming.headers['strict-transport-security']
          text(incoming).then(
            (text) => resolve({ status: incoming.statusCode, text, hsts }),
            reject,
          )
        })
          .on('error', reject)
          .end()
      },
    )
  return { ...running, files, lines, port, get }
}

test('a server with a certificate serves HTTPS and shows https addresses', async () => {
  const { address, demo, get } = await started()
  expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(demo?.inviteUrl).toMatch(RegExp(`^${address}/i/`))
  const products = await get('/v1/products/list', first, demo?.key)
  expect(products.status).toBe(200)
  expect(products.text).toContain(`"imageUrl":"${address}/cdn/`)
  expect((await get(new URL(demo?.inviteUrl ?? '').pathname)).status).toBe(200)
})

test.each([
  ['a page', '/portal', 303],
  ['an answer', '/v1/auth', 401],
  ['a probe', '/healthz', 200],
])('%s has Strict-Transport-Security', async (_, path, status) => {
  const { get } = await started()
  expect(await get(path)).toMatchObject({ status, hsts: 'max-age=31536000' })
})

test('localhost has no Strict-Transport-Security', async () => {
  const { get } = await started({ BASE_URL: 'https://localhost:0' })
  expect(await get('/healthz')).toMatchObject({ status: 200, hsts: undefined })
})

describe('versions', () => {
  const agreed = (options: ConnectionOptions) =>
    new Promise<string | null>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', ca: first.cert, ...options }, () => {
        resolve(socket.getProtocol())
        socket.destroy()
      }).on('error', reject)
    })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is accepted', async (version) => {
    const { port } = await started()
    expect(await agreed({ port, minVersion: version, maxVersion: version })).toBe(version)
  })
})

describe('a reloaded certificate', () => {
  test('is used from the next connection on', async () => {
    const { files, get, reloadTls, lines } = await started()
    files.put(second)
    expect((await get('/healthz', first)).status).toBe(200)
    reloadTls?.()
    expect((await get('/healthz', second)).status).toBe(200)
    await expect(get('/healthz', first)).rejects.toThrow('self-signed certificate')
    expect(lines.at(-1)).toContain('"TLS certificate reloaded"')
  })

  test('that is not valid is logged and not used', async () => {
    const { files, get, reloadTls, lines } = await started()
    files.put({ cert: second.cert })
    reloadTls?.()
    expect((await get('/healthz', first)).status).toBe(200)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 50,
      msg: 'TLS certificate not reloaded; the previous one stays in use',
      reason: `TLS_KEY ${files.key} is not the key of TLS_CERT ${files.cert}`,
    })
  })
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
  const refused = (texts: Partial<Certificate>, now = Date.now()) => {
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
  const year = 365 * 24 * 3600 * 1000
  const der = (pem: string) => Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64').toString()
  const sealed = (key: string) =>
    createPrivateKey(key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString()

  test.each<[string, () => Partial<Certificate>, string]>([
    ['the other’s key', () => ({ key: second.key }), 'TLS_KEY KEY is not the key of TLS_CERT CERT'],
    ['a text', () => ({ cert: 'hello' }), 'TLS_CERT CERT is not a PEM certificate'],
    ['DER', () => ({ cert: der(first.cert) }), 'TLS_CERT CERT is not a PEM certificate'],
    ['a key', () => ({ cert: first.key }), 'TLS_CERT CERT is not a PEM certificate'],
    ['no key', () => ({ key: first.cert }), 'TLS_KEY KEY is not a PEM private key'],
    [
      'a key with a passphrase',
      () => ({ key: sealed(first.key) }),
      'TLS_KEY KEY is encrypted. Provide the key without a passphrase.',
    ],
    ['nothing', () => ({ key: '' }), 'TLS_KEY KEY is not a PEM private key'],
  ])('%s', (_, texts, message) => {
    expect(refused(texts())).toBe(message)
  })

  test('expired or not valid yet', () => {
    expect(refused({}, Date.now() + year)).toMatch(/^TLS_CERT CERT expired at \d{4}-\d\d-\d\dT/)
    expect(refused({}, Date.now() - year)).toMatch(/^TLS_CERT CERT is not valid before \d{4}-/)
    const { validFromDate, validToDate } = new X509Certificate(first.cert)
    for (const bound of [validFromDate, validToDate])
      expect(refused({}, bound.getTime())).toBe('nothing')
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
