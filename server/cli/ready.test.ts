import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../testkit/tls.ts'
import { closeServer } from '../http/connection/close-server.ts'
import { listen } from '../http/connection/listen.ts'
import { terminal } from '../testing/terminal.ts'

/** What `merch ready` says in an environment, and its exit code. */
const asked = async (environment: Record<string, string>) => {
  const { merch } = terminal()
  Object.assign(process.env, environment)
  const { status, stdout, stderr } = await merch('ready')
  return { status, said: stdout + stderr }
}

/** A server that answers with a status to whoever asks for `/readyz`. */
const answering = async (status: number, host: string, isSecure = false) => {
  const answer: Parameters<typeof createServer>[1] = ({ url }, outgoing) =>
    outgoing.writeHead(url === '/readyz' ? status : 404).end()
  const server = isSecure
    ? createSecureServer(makeCertificate('api.example.com'), answer)
    : createServer(answer)
  const port = String(await listen(server, 0, host))
  onTestFinished(() => closeServer(server, 0))
  return { HOST: host, PORT: port }
}

test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('a server on %s is asked there', async (host) => {
  expect(await asked(await answering(200, host))).toEqual({ status: 0, said: 'ready\n' })
})

test('one that speaks TLS is asked so, whatever name its certificate is for', async () => {
  const tls = { TLS_CERT: 'tls.crt', TLS_KEY: 'tls.key' }
  const environment = { ...(await answering(200, '127.0.0.1', true)), ...tls }
  expect(await asked(environment)).toEqual({ status: 0, said: 'ready\n' })
})

test('one that is not ready, or is not there, is said in one line', async () => {
  const environment = await answering(503, '127.0.0.1')
  const at = `http://127.0.0.1:${environment.PORT}`
  expect(await asked(environment)).toEqual({ status: 1, said: `${at} is not ready: 503\n` })
  expect(await asked({ ...environment, PORT: '1' })).toEqual({
    status: 1,
    said: 'http://127.0.0.1:1 does not answer: Connection refused\n',
  })
})
