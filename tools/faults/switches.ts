/** The clock that tests with fake timers do not replace. */
const { now } = Date

/** Calls of the switch between two looks at the clock. */
const callsPerCheck = 1000

/** The switches of all faults in this process. The code that has the faults calls them. */
export class Switches {
  #recorded: Set<number> | undefined
  #planted: number | undefined
  #deadline = 0
  #calls = 0

  constructor() {
    Object.assign(globalThis, { isPlantedFault: (id: number) => this.#isPlanted(id) })
  }

  /** Plants no fault, and adds the faults whose code is executed to a set. */
  record(executed: Set<number> | undefined): void {
    this.#recorded = executed
    this.#planted = undefined
  }

  /**
   * Plants a fault.
   * @param limit milliseconds after which its code throws an error: a fault can cause an endless loop.
   */
  plant(id: number, limit: number): void {
    this.#recorded = undefined
    this.#planted = id
    this.#deadline = now() + limit
  }

  #isPlanted(id: number): boolean {
    this.#recorded?.add(id)
    if (this.#planted === undefined) return false
    if (++this.#calls % callsPerCheck === 0 && now() > this.#deadline)
      throw new Error('the fault causes no end')
    return this.#planted === id
  }
}
