import { laws } from '../../laws/all.ts'
import { summaryLine } from '../../report/text.ts'
import { runLaws } from '../../support/run-laws.ts'
import { type Judge, oneLine } from './judge.ts'

/**
 * Judges by the laws of the violation's area, and a server without violations by all laws.
 * @param runs the number of values per property
 */
export const lawsJudge = (seed: number, runs = 20): Judge => ({
  name: 'laws',
  judge: async (target, area) => {
    const chosen = laws.filter((law) => area === undefined || law.area === area)
    const results = await runLaws(chosen, { target, seed, runs, stopAtFirst: true })
    const broken =
      results.find(({ outcome }) => outcome.kind === 'broken') ??
      // A law that the unchanged server skips could detect nothing.
      results.find(({ outcome }) => area === undefined && outcome.kind === 'skipped')
    const summary = summaryLine(results)
    if (!broken || broken.outcome.kind === 'kept') return { violation: undefined, summary }
    const { law, outcome } = broken
    const reason = outcome.kind === 'broken' ? outcome.error : `skipped: ${outcome.reason}`
    return { violation: `${law.area}: ${law.promise}: ${oneLine(reason)}`, summary }
  },
})
