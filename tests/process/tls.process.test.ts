import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { startProgram, waitForOutput } from '../kit/run.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { type Certificate, makeCertificate } from '../kit/tls.ts'

/** Starts a server with TLS. Returns functions that replace its certificate and send requests. */
const startWith = async (certificate: Certificate, environment: Record<string, string> = {}) => {
  const folder = temporaryFolder()
  const put = ({ cert, key }: Certificate) => {
    writeFileSync(join(folder, 'tls.crt'), cert)
    writeFileSync(join(folder, 'tls.key'), key)
  }
  put(certificate)
  const child = startProgram('server/main.ts', [], {
    PORT: '0',
    DATABASE_URL: `file:${join(folder, 'merch.db')}`,
    TLS_CERT: join(folder, 'tls.crt'),
    TLS_KEY: join(folder, 'tls.key'),
    ...environment,
  })
  const printed = await waitForOutput(child, /\/i\/\S+\n|"address":"[^"]+"/)
  const [address = ''] = /https:\/\/[^"\s]+:\d+/.exec(printed) ?? []
  const [, port] = /https:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? []
  const [, key] = /(mfk_\w+)/.exec(printed) ?? []
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const options = { host: '127.0.0.1', port, path, ca: certificate.cert, headers, agent: false }
    const [incoming]: IncomingMessage[] = await once(request(options).end(), 'response')
    if (incoming === undefined) throw new Error('no response')
    const hsts = incoming.headers['strict-transport-security']
    return { status: incoming.statusCode, hsts, text: await text(incoming) }
  }
  return { child, put, printed, address, port: Number(port), get }
}

test('A server with a certificate serves HTTPS and shows https addresses', async () => {
  const { printed, address, get } = await startWith(makeCertificate('localhost'))
  const [, invite = ''] = /https:\S+(\/i\/\S+)\n/.exec(printed) ?? []
  expect((await get(invite)).status).toBe(200)
  expect((await get('/v1/products/list')).text).toContain(`"imageUrl":"${address}/cdn/`)
  for (const path of ['/portal', '/v1/auth', '/healthz'])
    expect((await get(path)).hsts, path).toBe('max-age=31536000')
})

test('localhost has no Strict-Transport-Security', async () => {
  const environment = { BASE_URL: 'https://localhost:0', SEED_DEMO: '0' }
  const { get } = await startWith(makeCertificate('localhost'), environment)
  expect(await get('/healthz')).toMatchObject({ status: 200, hsts: undefined })
})

test('SIGHUP reloads the certificate, and an invalid one changes nothing; TLS 1.1 is rejected', async () => {
  const [first, second] = [makeCertificate('localhost', 2), makeCertificate('localhost', 9)]
  const { child, put, port, printed } = await startWith(first, {
    SEED_DEMO: '0',
    METRICS_PORT: '0',
    // The lowest version of Node itself.
    NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT:@SECLEVEL=0',
  })
  const ended = once(child, 'close')
  /** Returns the version that a client that trusts only this certificate agrees on. */
  const agreed = ({ cert: ca }: Certificate, version: 'TLSv1.1' | 'TLSv1.3' = 'TLSv1.3') =>
    new Promise<string | null>((resolve) => {
      const versions = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' }
      const socket = connect({ port, host: '127.0.0.1', ca, ...versions }, () => {
        resolve(socket.getProtocol())
        socket.destroy()
      }).on('error', ({ message }) => resolve(message))
    })

  expect(await agreed(first)).toBe('TLSv1.3')
  put(second)
  child.kill('SIGHUP')
  await waitForOutput(child, /"TLS certificate reloaded"/)
  expect(await agreed(second)).toBe('TLSv1.3')
  expect(await agreed(first)).toContain('self-signed certificate')
  const [, page = ''] = /"metrics":"(http:[^"]+)"/.exec(printed) ?? []
  const metrics = await (await fetch(page)).text()
  const end = new X509Certificate(second.cert).validToDate.getTime() / 1000
  expect(Number(/^merch_certificate_expires_\w+ (\S+)$/m.exec(metrics)?.[1])).toBe(end)
  expect(await agreed(second, 'TLSv1.1')).toContain('alert protocol version')
  put({ ...second, cert: '' })
  child.kill('SIGHUP')
  await waitForOutput(child, /certificate not reloaded/)
  expect(await agreed(second)).toBe('TLSv1.3')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
