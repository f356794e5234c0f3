import { Hooks } from './hooks.ts'
import type { Law } from './law.ts'
import type { LawContext } from './law-context.ts'

/** Wraps a law about subscriptions: deletes the suite's subscriptions before and after it. */
export const hookLaw = (
  promise: string,
  source: string,
  run: (context: LawContext, hooks: Hooks) => Promise<void>,
  more: Pick<Law, 'needs' | 'shows'> = {},
): Law => ({
  area: 'webhooks',
  promise,
  source,
  ...more,
  run: async (context) => {
    const hooks = new Hooks(context.api)
    await hooks.clear()
    try {
      await run(context, hooks)
    } finally {
      await hooks.clear()
    }
  },
})
