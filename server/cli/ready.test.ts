import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { makeCertificate } from '../../tests/kit/tls.ts'
import { closeServer, listen } from '../http/http-server.ts'

/** Runs `merch ready` with an environment. */
const runReady = async (environment: Record<string, string>) => {
  const { merch } = terminal()
  Object.assign(process.env, environment)
  const { status, stdout, stderr } = await merch('ready')
  return { status, output: stdout + stderr }
}

/** Starts a server that responds to `/readyz` with the status. Returns its HOST and PORT. */
const startServer = async (status: number, host: string, isSecure = false) => {
  const respond: Parameters<typeof createServer>[1] = ({ url }, outgoing) =>
    outgoing.writeHead(url === '/readyz' ? status : 404).end()
  const server = isSecure
    ? createSecureServer(makeCertificate('api.example.com'), respond)
    : createServer(respond)
  const port = String(await listen(server, 0, host))
  onTestFinished(() => closeServer(server, 0))
  return { HOST: host, PORT: port }
}

test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('connects to a server on %s', async (host) => {
  expect(await runReady(await startServer(200, host))).toEqual({ status: 0, output: 'ready\n' })
})

test('uses TLS when the server does, and accepts any certificate name', async () => {
  const tls = { TLS_CERT: 'tls.crt', TLS_KEY: 'tls.key' }
  const environment = { ...(await startServer(200, '127.0.0.1', true)), ...tls }
  expect(await runReady(environment)).toEqual({ status: 0, output: 'ready\n' })
})

test('reports a server that is not ready, or not running, in one line', async () => {
  const environment = await startServer(503, '127.0.0.1')
  const at = `http://127.0.0.1:${environment.PORT}`
  expect(await runReady(environment)).toEqual({
    status: 1,
    output: `${at} is not ready: it responded with status 503\n`,
  })
  expect(await runReady({ ...environment, PORT: '1' })).toEqual({
    status: 1,
    output:
      'No response from http://127.0.0.1:1: Connection refused. Check HOST and PORT, and that the server runs.\n',
  })
})
