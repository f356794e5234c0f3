import type { Fetch } from '../around.ts'
import type { World } from './world.ts'

/** A world, and how many requests it is still answering. */
type Occupied = { world: World; busy: number; whenIdle: (() => void) | undefined }

const occupied = (world: World): Occupied => ({ world, busy: 0, whenIdle: undefined })

/** The world that answers now, and those before it that have not answered everything yet. */
export class Worlds {
  #current: Occupied
  #replacing: Promise<void> = Promise.resolve()
  readonly #retiring = new Set<Promise<void>>()

  constructor(first: World) {
    this.#current = occupied(first)
  }

  get current(): World {
    return this.#current.world
  }

  /** Has the world of the moment answer, however soon another takes its place. */
  readonly fetch: Fetch = async (request, ...rest) => {
    const mine = this.#current
    mine.busy++
    try {
      return await mine.world.app.fetch(request, ...rest)
    } finally {
      if (--mine.busy === 0) mine.whenIdle?.()
    }
  }

  /** Puts another world in the place of this one; one replacement after the other. */
  replace(make: () => Promise<World>): Promise<void> {
    const replaced = this.#replacing.then(async () => {
      const world = await make()
      const before = this.#current
      this.#current = occupied(world)
      this.#retire(before)
    })
    this.#replacing = replaced.catch(() => {})
    return replaced
  }

  /** Ends every world. */
  async stop(): Promise<void> {
    await this.#replacing
    this.#retire(this.#current)
    await Promise.all(this.#retiring)
  }

  #retire(before: Occupied): void {
    const idle =
      before.busy === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            before.whenIdle = resolve
          })
    const gone = idle.then(() => before.world.stop()).finally(() => this.#retiring.delete(gone))
    this.#retiring.add(gone)
  }
}
