const escapes: Record<string, string> = {
  '/': '\\/',
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

// TypeScript checks literals and does not know the newest syntax.
const isNewer = (pattern: string) => /\(\?(?![:=!]|<[=!])|\\[pPk]/.test(pattern)

/** Returns an expression for a pattern of the document. */
export const regularExpression = (pattern: string): string =>
  isNewer(pattern)
    ? `new RegExp(${JSON.stringify(pattern)}, 'u')`
    : `/${pattern.replaceAll(/\\.|[/\n\r\u2028\u2029]/gs, (each) => escapes[each] ?? each) || '(?:)'}/u`
