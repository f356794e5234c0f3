import crypto from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { seededRandom } from '../../../packages/openapi-hono/schema/seeded-random.ts'
import { Network } from './network.ts'
import { SqliteFaults } from './sqlite-faults.ts'
import { VirtualTime } from './virtual-time.ts'

/** Random numbers from a seed, in place of the system's. */
class Random {
  #next = seededRandom(0)

  /** Starts the sequence of a seed. */
  seed(seed: number): void {
    this.#next = seededRandom(seed)
  }

  /** Replaces the process's sources of randomness. They cannot be restored. */
  install(): void {
    Object.assign(crypto, {
      randomBytes: (size: number) => this.#fill(Buffer.alloc(size)),
      randomFillSync: (bytes: Uint8Array) => this.#fill(bytes),
      randomInt: (...bounds: [to: number] | [from: number, to: number]) => {
        const [from, to] = bounds.length === 1 ? [0, ...bounds] : bounds
        return from + Math.floor(this.#next() * (to - from))
      },
    })
    Object.assign(globalThis.crypto, { getRandomValues: (bytes: Uint8Array) => this.#fill(bytes) })
    Object.assign(Math, { random: () => this.#next() })
  }

  #fill<T extends Uint8Array>(bytes: T): T {
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.#next() * 2 ** 32
    return bytes
  }
}

/** Everything outside the server that a run controls. */
export type World = ReturnType<typeof createWorld>

/** Simulates everything outside the server in this thread. Import the server's code only after it. */
export const createWorld = () => {
  const time = new VirtualTime()
  const world = {
    time,
    random: new Random(),
    network: new Network(),
    faults: new SqliteFaults(time),
  }
  for (const part of Object.values(world)) part.install()
  // Emails are written at once: the real file system would take a random time.
  Object.assign(fs, {
    mkdir: async (...given: Parameters<typeof mkdirSync>) => mkdirSync(...given),
    writeFile: async (...given: Parameters<typeof writeFileSync>) => writeFileSync(...given),
  })
  syncBuiltinESMExports()
  return world
}
