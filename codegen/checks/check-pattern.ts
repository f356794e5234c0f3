import fc from 'fast-check'

/** Returns whether an action does not throw. */
const can = (action: () => unknown): boolean => {
  try {
    action()
    return true
  } catch {
    return false
  }
}

/** Returns why a pattern is not supported, if it is not. */
export const unsupportedPattern = (pattern: string): string | undefined => {
  if (!can(() => new RegExp(pattern, 'u')))
    return `the pattern ${pattern}, which is not a regular expression,`
  if (pattern !== '' && !can(() => fc.stringMatching(new RegExp(pattern, 'u'))))
    return `the pattern ${pattern}, for which fast-check cannot generate strings,`
  return undefined
}
