import type { WriteStream } from 'node:tty'
import type { Law } from '../support/law.ts'
import type { Run } from '../support/run-laws.ts'

const interval = 200

/** Waits that are shorter are not worth a mention, in milliseconds. */
const patience = 1000

/** Shows the current step of a run in the last line of a terminal. */
export class Progress {
  readonly #terminal: Pick<WriteStream, 'columns' | 'write'>
  readonly #run: Run
  readonly #total: number
  readonly #start = performance.now()
  readonly #timer: NodeJS.Timeout
  #law: Law | undefined
  #done = -1

  constructor(terminal: Pick<WriteStream, 'columns' | 'write'>, run: Run, total: number) {
    this.#terminal = terminal
    this.#run = run
    this.#total = total
    this.#timer = setInterval(() => this.#draw(), interval)
  }

  begin(law: Law): void {
    this.#law = law
    this.#done++
    this.#draw()
  }

  #draw(): void {
    const { waiting, requests } = this.#run.connection
    const seconds = (since: number) => Math.round((performance.now() - since) / 1000)
    const parts = [`${this.#done} of ${this.#total} laws`, `${requests} requests`]
    parts.push(`${seconds(this.#start)} s`, `${this.#law?.area}: ${this.#law?.promise}`)
    if (waiting && performance.now() - waiting.since > patience) {
      const { method = 'GET', path } = waiting.sent
      parts.splice(3, 1, `waiting ${seconds(waiting.since)} s for ${method} ${path}`)
    }
    this.clear()
    this.#terminal.write(parts.join(' · ').slice(0, this.#terminal.columns - 1))
  }

  clear(): void {
    this.#terminal.write('\r\u001b[2K')
  }

  end(): void {
    clearInterval(this.#timer)
    this.clear()
  }
}
