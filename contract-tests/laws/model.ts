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
      'After any sequence of operations, orders, stock, invites and subscriptions match a simple model',
    source: '§2, §3, §4, design decisions 51, 53 and 54',
    run: async (context) => {
      const { controls } = context.options.target
      const steps = fc.commands(
        [...orderCommands(controls), ...inviteCommands(), ...webhookCommands()],
        { maxCommands: 50, size: 'max' },
      )
      await context.forAll(steps, async (commands) => {
        const { model: expected, real } = await setUp(context)
        try {
          await fc.asyncModelRun(() => ({ model: expected, real }), commands)
        } finally {
          await tearDown(expected, real)
        }
      })
    },
  },
]
