/** A callback of the server that waits for its turn. */
export class Task {
  readonly run: () => void
  readonly repeat: number | undefined
  /** When it is due, in milliseconds of the simulation. Undefined once it has run or was cleared. */
  at: number | undefined

  constructor(run: () => void, at: number, repeat?: number) {
    this.run = run
    this.at = at
    this.repeat = repeat
  }

  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => true
  /** Begins the delay of a timer again. */
  refresh = (): this => this
}

const realImmediate = setImmediate
/** Runs all microtasks, `process.nextTick` callbacks and in-memory streams to their end. */
export const settleMicrotasks = (): Promise<void> =>
  new Promise((resolve) => realImmediate(resolve))
