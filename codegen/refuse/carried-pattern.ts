import fc from 'fast-check'

/** Whether something can be done without an exception. */
const can = (action: () => unknown): boolean => {
  try {
    action()
    return true
  } catch {
    return false
  }
}

/** What of a pattern would be lost, if anything. */
export const patternLoss = (pattern: string): string | undefined => {
  if (!can(() => new RegExp(pattern, 'u')))
    return `the pattern ${pattern}, which is no regular expression,`
  if (pattern !== '' && !can(() => fc.stringMatching(new RegExp(pattern, 'u'))))
    return `the pattern ${pattern}, to which fast-check can make no text,`
  return undefined
}
