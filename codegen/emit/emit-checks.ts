import { banner } from './banner.ts'
import type { Layer } from './layer.ts'

/**
 * Emits `checks.ts`: a function for each schema that a request or response uses. It returns whether a
 * value is valid, and collects the failures if it gets a list. Called after the other outputs, which
 * name the checks that they need.
 */
export const emitChecks = (layer: Layer): string => {
  layer.checks.reportCycles()
  const code = layer.checks.code(true)
  if (code.trim() === '') return `${banner}\nexport {}\n`
  return `${banner}
import * as check from './check.ts'

${code}`
}
