import { createOperations } from '../../server/operations/index.ts'
import { startOwnServer } from '../own/own-server.ts'
import type { Template } from '../own/template.ts'
import type { Running } from '../support/target.ts'
import { wrapApp } from './change-response.ts'
import type { Change } from './mutant.ts'

/** Starts our own server with a violation. */
export const startMutant = (template: Template, mutant: Change): Promise<Running> => {
  const { change, operations, deliverer = (given) => given, budget = (given) => given } = mutant
  const { keys } = template
  return startOwnServer({
    template,
    deliverer,
    budgeted: budget,
    operations: (given) => {
      const real = createOperations(given)
      return operations ? { ...real, ...operations(real, keys) } : real
    },
    around: (app) => (change ? wrapApp(change(), keys)(app) : app),
  })
}
