import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { type Sent, send } from '../../contract-tests/support/http.ts'
import { sign } from '../../server/domain/webhook-signature.ts'
import { atPresent, vectors } from '../client/vectors.ts'
import { findProgram } from '../kit/find-program.ts'
import { freePort } from '../kit/free-port.ts'
import { hasTurn } from '../kit/of-today.ts'
import { opensslSignature } from '../kit/openssl-signature.ts'
import { path } from '../kit/project.ts'
import { waitForOutput } from '../kit/run.ts'
import { serverWithDispatcher } from '../kit/server/sending-server.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const { PATH = '', HOME = '' } = process.env
const folder = path('examples/receivers')
const run = promisify(execFile)

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    onTestFinished(() => void socket.destroy())
  })

type Receiver = {
  needs: string
  /** Returns the command that starts it on a port. */
  command: (program: string, port: number) => Promise<[string, ...string[]]>
}

const receivers: Record<string, Receiver> = {
  Node: { needs: 'node', command: async (node) => [node, 'node.mjs'] },
  Python: { needs: 'python3', command: async (python) => [python, 'python.py'] },
  PHP: { needs: 'php', command: async (php, port) => [php, '-S', `127.0.0.1:${port}`, 'php.php'] },
  Go: {
    needs: 'go',
    command: async (go) => {
      const program = join(temporaryFolder(), 'receiver')
      await run(go, ['build', '-o', program, 'go/main.go'], { cwd: folder, env: { PATH, HOME } })
      return [program]
    },
  },
}

/** Starts a receiver with the command in its comment. Skips the test if its language is not installed. */
const start = async (
  context: TestContext,
  { needs, command }: Receiver,
  secret: string,
): Promise<{ child: ChildProcess; port: number }> => {
  const program = await findProgram(needs)
  if (program === undefined) return context.skip(`${needs} is not installed`)
  const port = await freePort()
  const [file, ...args] = await command(program, port)
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, port }
}

/** Sends a delivery to a receiver. Returns the status code. */
const post = async (port: number, { headers = {}, body }: Pick<Sent, 'headers' | 'body'>) =>
  (await send(`http://127.0.0.1:${port}`, { method: 'POST', path: '/', headers, body })).status

const headersOf = (timestamp: string, signature: string) => ({
  'X-Webhook-Timestamp': timestamp,
  'X-Webhook-Signature': signature,
})

/** Creates an account with one subscription to order.created, whose deliveries go to a port. */
const subscribed = async () => {
  const made = { port: 0 }
  const statuses: number[] = []
  const { dispatcher, subscribe, order } = await serverWithDispatcher(() => ({
    clock: Date.now,
    send: async (_url, sign) => {
      const status = await post(made.port, await sign())
      statuses.push(status)
      return { status, text: '' }
    },
  }))
  return {
    secret: (await subscribe()).secret,
    /** Creates an order. Returns the status codes of the subscriber on the port. */
    order: async (port: number) => {
      made.port = port
      await order()
      await dispatcher.settled()
      return statuses
    },
  }
}

// The day on which Go compiles an example of a server, too.
const receiversOfToday = Object.entries(receivers).filter(
  ([name]) => name !== 'Go' || hasTurn(1, 2),
)

describe.each(receiversOfToday)('The receiver in %s', (_, receiver) => {
  test('accepts deliveries and valid vectors, and rejects other requests', async (context) => {
    const { secret, order } = await subscribed()
    const { child, port } = await start(context, receiver, secret)
    await expect.poll(() => isListening(port)).toBe(true)

    const printed = waitForOutput(child, /order\.created\n/)
    expect(await order(port)).toEqual([204])
    await printed

    for (const vector of vectors) {
      const { timestamp, signature, body, accept, name } = atPresent(
        vector,
        secret,
        Math.floor(Date.now() / 1000),
      )
      const status = await post(port, { headers: headersOf(timestamp, signature), body })
      expect([name, status]).toEqual([name, accept ? 204 : 400])
    }
    const seconds = Math.floor(Date.now() / 1000)
    for (const timestamp of [
      `${seconds}.5`,
      `+${seconds}`,
      `-${seconds}`,
      `${seconds / 10}e1`,
      'now',
    ]) {
      const signature = opensslSignature(secret, timestamp, Buffer.from('{}'))
      const status = await post(port, { headers: headersOf(timestamp, signature), body: '{}' })
      expect([timestamp, status]).toEqual([timestamp, 400])
    }
    for (const timestamp of [undefined, '9'.repeat(400)]) {
      const headers = { 'X-Webhook-Timestamp': timestamp }
      expect(await post(port, { headers, body: '{}' })).toBe(400)
    }
  })

  test('rejects every request without a secret', async (context) => {
    const { child, port } = await start(context, receiver, '')
    const ended = new Promise<'ended'>((resolve) => child.once('close', () => resolve('ended')))
    if (receiver.needs !== 'php') expect(await ended).toBe('ended')
    else {
      await expect.poll(() => isListening(port)).toBe(true)
      const timestamp = String(Math.floor(Date.now() / 1000))
      const headers = headersOf(timestamp, sign('', timestamp, '{}'))
      expect(await post(port, { headers, body: '{}' })).toBe(500)
    }
  })
})
