import fc from 'fast-check'
import { inviteCommands } from '../model/invite-commands.ts'
import { setUp, tearDown } from '../model/model.ts'
import { orderCommands } from '../model/order-commands.ts'
import { webhookCommands } from '../model/webhook-commands.ts'
import type { Law } from '../support/law.ts'

export const model: Law[] = [
  {
    area: 'model',
    promise:
      'whatever is done in whatever order, orders, stock, invites and subscriptions are what a plain model says',
    source: '§2, §3, §4, design decisions 51, 53 and 54',
    run: async (world) => {
      const { controls } = world.options.target
      const steps = fc.commands(
        [...orderCommands(controls), ...inviteCommands(), ...webhookCommands()],
        { maxCommands: 50, size: 'max' },
      )
      await world.forAll(steps, async (commands) => {
        const { model: expected, real } = await setUp(world)
        try {
          await fc.asyncModelRun(() => ({ model: expected, real }), commands)
        } finally {
          await tearDown(expected, real)
        }
      })
    },
  },
]
