import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Certificate, tlsHost } from '../../../testkit/tls.ts'

export const Told = z.object({
  port: z.int(),
  /** How many events came in all. */
  received: z.int(),
  /** The orders that are new since it was last asked. */
  created: z.array(z.string()),
})

export type Subscriber = {
  url: string
  /** How many events it has received, and the orders that were new since it forgot them. */
  look(): Promise<{ received: number; orders: ReadonlySet<string> }>
  forget(): Promise<void>
  stop(): void
}

/** A subscriber as a process of its own, which answers at once. */
export const startSubscriber = async (certificate: Certificate): Promise<Subscriber> => {
  const child = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ask = async (message: object) => {
    const told = once(child, 'message')
    child.send(message)
    return Told.parse((await told)[0])
  }
  const { port } = await ask(certificate)
  const orders = new Set<string>()
  const look = async () => {
    const { received, created } = await ask({})
    for (const id of created) orders.add(id)
    return { received, orders }
  }
  return {
    url: `https://${tlsHost}:${port}`,
    look,
    forget: async () => {
      await look()
      orders.clear()
    },
    stop: () => {
      process.off('exit', kill)
      kill()
    },
  }
}
