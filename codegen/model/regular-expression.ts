const escapes: Record<string, string> = {
  '/': '\\/',
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

// TypeScript looks into literals, and knows less of the newest syntax than the engine does.
const isNewer = (pattern: string) => /\(\?(?![:=!]|<[=!])|\\[pPk]/.test(pattern)

/** A pattern of the document as an expression that is the regular expression. */
export const regularExpression = (pattern: string): string =>
  isNewer(pattern)
    ? `new RegExp(${JSON.stringify(pattern)}, 'u')`
    : `/${pattern.replaceAll(/\\.|[/\n\r\u2028\u2029]/gs, (each) => escapes[each] ?? each) || '(?:)'}/u`
