import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { type Certificate, makeCertificate } from '../../testkit/tls.ts'

/** Returns the settings of a server with TLS, and a function that replaces its certificate. */
const certified = () => {
  const folder = temporaryFolder()
  const put = ({ cert, key }: Certificate) => {
    writeFileSync(join(folder, 'tls.crt'), cert)
    writeFileSync(join(folder, 'tls.key'), key)
  }
  const environment = {
    PORT: '0',
    SEED_DEMO: '0',
    DATABASE_URL: `file:${join(folder, 'merch.db')}`,
    TLS_CERT: join(folder, 'tls.crt'),
    TLS_KEY: join(folder, 'tls.key'),
  }
  return { put, environment }
}

/** Lowers the minimum TLS version of Node itself. */
const lax = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT:@SECLEVEL=0' }

test('TLS 1.1 is rejected, whatever the options of Node', async () => {
  const own = makeCertificate('localhost')
  const { put, environment } = certified()
  put(own)
  const child = startProgram('server/main.ts', [], { ...environment, ...lax })
  const printed = await waitForOutput(child, /"address":"[^"]+"/)
  const [, port] = /"address":"https:.*:(\d+)"/.exec(printed) ?? []
  const agreed = (version: 'TLSv1.1' | 'TLSv1.2') =>
    new Promise<string | null>((resolve, reject) => {
      const versions = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' }
      const socket = connect({ port: Number(port), ca: own.cert, ...versions }, () => {
        resolve(socket.getProtocol())
        socket.destroy()
      }).on('error', reject)
    })
  expect(await agreed('TLSv1.2')).toBe('TLSv1.2')
  await expect(agreed('TLSv1.1')).rejects.toThrow('alert protocol version')
  child.kill('SIGHUP')
  await waitForOutput(child, /certificate reloaded/)
  await expect(agreed('TLSv1.1')).rejects.toThrow('alert protocol version')
})

test('SIGHUP reloads the certificate, and an invalid certificate changes nothing', async () => {
  const [first, second] = [makeCertificate('localhost'), makeCertificate('localhost')]
  const { put, environment } = certified()
  put(first)
  const child = startProgram('server/main.ts', [], environment)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [, address = ''] =
    /"address":"(https:[^"]+)"/.exec(await waitForOutput(child, /"address":"[^"]+"/)) ?? []

  /** Whether a client that trusts only this certificate can connect. */
  const shows = ({ cert }: Certificate) =>
    new Promise<boolean>((resolve) => {
      const { port, hostname } = new URL(address)
      const socket = connect({ port: Number(port), host: hostname, ca: cert }, () => resolve(true))
      socket.on('error', () => resolve(false)).on('secureConnect', () => socket.destroy())
    })

  expect(await shows(first)).toBe(true)
  put(second)
  child.kill('SIGHUP')
  await waitForOutput(child, /certificate reloaded/)
  expect(await shows(second)).toBe(true)
  put({ ...second, cert: '' })
  child.kill('SIGHUP')
  await waitForOutput(child, /certificate not reloaded/)
  expect(await shows(second)).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
