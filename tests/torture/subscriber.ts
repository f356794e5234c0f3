import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Certificate, tlsHost } from '../../testkit/tls.ts'

const Report = z.object({
  port: z.int(),
  received: z.int(),
  /** Ids from order.created since the last report. */
  created: z.array(z.string()),
})

export type Subscriber = {
  url: string
  /** Number of events received, and the ids from order.created since the last `forget`. */
  report(): Promise<{ received: number; orders: ReadonlySet<string> }>
  forget(): Promise<void>
  stop(): void
}

/** Starts a webhook receiver as a process of its own. */
export const startSubscriber = async (certificate: Certificate): Promise<Subscriber> => {
  const child = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ask = async (message: object) => {
    const reported = once(child, 'message')
    child.send(message)
    return Report.parse((await reported)[0])
  }
  const { port } = await ask(certificate)
  const orders = new Set<string>()
  const report = async () => {
    const { received, created } = await ask({})
    for (const id of created) orders.add(id)
    return { received, orders }
  }
  return {
    url: `https://${tlsHost}:${port}`,
    report,
    forget: async () => {
      await report()
      orders.clear()
    },
    stop: () => {
      process.off('exit', kill)
      kill()
    },
  }
}
