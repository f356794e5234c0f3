import { Hooks } from './hooks.ts'
import type { Law } from './law.ts'
import type { World } from './world.ts'

/** A law about subscriptions: it finds none of the suite's own, and leaves none. */
export const hookLaw = (
  promise: string,
  source: string,
  run: (world: World, hooks: Hooks) => Promise<void>,
  more: Pick<Law, 'needs' | 'shows'> = {},
): Law => ({
  area: 'webhooks',
  promise,
  source,
  ...more,
  run: async (world) => {
    const hooks = new Hooks(world.api)
    await hooks.clear()
    try {
      await run(world, hooks)
    } finally {
      await hooks.clear()
    }
  },
})
