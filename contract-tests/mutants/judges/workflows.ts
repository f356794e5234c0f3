import { outsideEventsOf } from '../../workflows/outside-events.ts'
import { runWorkflows } from '../../workflows/run-workflows.ts'
import { type Judge, oneLine } from './judge.ts'

/** Judges by the Arazzo workflows. */
export const workflowsJudge: Judge = {
  name: 'workflows',
  judge: async (target) => {
    try {
      const outcomes = await runWorkflows(target, { outside: outsideEventsOf(target) })
      const failed = outcomes.find(({ failures }) => failures.length > 0)
      const checks = outcomes.reduce((sum, each) => sum + each.checks, 0)
      return {
        violation: failed && oneLine(`${failed.workflow}: ${failed.failures[0]}`),
        summary: `${outcomes.length} workflows, ${checks} checks`,
      }
    } catch (error) {
      // A violation can prevent a run, for example if an invite cannot be redeemed.
      return { violation: oneLine(error), summary: 'stopped' }
    }
  },
}
