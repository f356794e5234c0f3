import crypto from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Network } from './network.ts'
import { SqliteFaults } from './sqlite-faults.ts'
import { VirtualTime } from './virtual-time.ts'

/** Random numbers from a seed (mulberry32), in place of the system's. */
class Random {
  #state = 0

  /** Starts the sequence of a seed. */
  seed(seed: number): void {
    this.#state = seed | 0
  }

  /** Replaces the process's sources of randomness. They cannot be restored. */
  install(): void {
    Object.assign(crypto, {
      randomBytes: (size: number) => this.#fill(Buffer.alloc(size)),
      randomFillSync: (bytes: Uint8Array) => this.#fill(bytes),
      randomInt: (...bounds: [to: number] | [from: number, to: number]) => {
        const [from, to] = bounds.length === 1 ? [0, ...bounds] : bounds
        return from + Math.floor((this.#next() / 2 ** 32) * (to - from))
      },
    })
    Object.assign(globalThis.crypto, { getRandomValues: (bytes: Uint8Array) => this.#fill(bytes) })
    Object.assign(Math, { random: () => this.#next() / 2 ** 32 })
  }

  #fill<T extends Uint8Array>(bytes: T): T {
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.#next()
    return bytes
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
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
