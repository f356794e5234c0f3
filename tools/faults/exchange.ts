import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const ids = z.array(z.number())

/** What the tool and the processes that run tests tell each other about faults, in files of the copy. */
export class Exchange {
  readonly #folder: string

  /** @param copy the folder in which faults are planted. */
  constructor(copy: string) {
    this.#folder = join(copy, 'dist', 'faults')
  }

  /** Asks the next tests about the faults that are behind switches. */
  open(): void {
    this.clear()
    for (const name of ['noticed', 'left']) mkdirSync(join(this.#folder, name), { recursive: true })
  }

  /** Whether tests are asked. */
  isOpen(): boolean {
    return existsSync(this.#folder)
  }

  /** The next tests are asked about no fault. */
  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  notice(id: number, test: string): void {
    writeFileSync(join(this.#folder, 'noticed', `${id}`), JSON.stringify(test))
  }

  /** Returns the test that noticed a fault. */
  noticedBy(id: number): string | undefined {
    return this.#read(join('noticed', `${id}`), z.string())
  }

  /** Returns the number of faults that tests have noticed. */
  count(): number {
    return readdirSync(join(this.#folder, 'noticed')).length
  }

  /** Keeps the faults that a test file executes, but not in a test that can be repeated. */
  leave(testFile: string, unasked: readonly number[]): void {
    writeFileSync(join(this.#folder, this.#nameOf(testFile)), JSON.stringify(unasked))
  }

  /** Returns the faults that a test file could not be asked about, or nothing if it did not end. */
  leftBy(testFile: string): readonly number[] | undefined {
    return this.#read(this.#nameOf(testFile), ids)
  }

  #nameOf(testFile: string): string {
    return join('left', encodeURIComponent(testFile))
  }

  #read<T>(name: string, schema: z.ZodType<T>): T | undefined {
    const file = join(this.#folder, name)
    return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  }
}
