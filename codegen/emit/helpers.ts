/** A piece of emitted code that others lean on, by how it is called: `name(`. */
export type Helper = readonly [call: string, code: string]

const isCalled = (call: string, code: string): boolean =>
  new RegExp(`\\b${call.slice(0, -1)}\\(`).test(code)

/** Emitted code without what the document's own words put into it, which may look like a call. */
const withoutTexts = (code: string): string =>
  code
    .replaceAll(/\/\*\*.*?\*\//g, '')
    .replaceAll(/\.regex\(\/(?:[^\\\n]|\\.)*?\/u, /g, '.regex(')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')

/**
 * The helpers that a piece of emitted code needs, and those that they need, in their order.
 * @param helpers those that others lean on come first.
 */
export const helpersOf = (helpers: readonly Helper[], body: string): string => {
  let code = withoutTexts(body)
  const needed = helpers.toReversed().filter(([call, helper]) => {
    if (!isCalled(call, code)) return false
    code = helper + code
    return true
  })
  return needed
    .toReversed()
    .map(([, helper]) => helper)
    .join('')
}
