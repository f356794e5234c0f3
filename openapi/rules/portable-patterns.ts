import type { Oas3Rule } from '@redocly/openapi-core'

const characterClass = /\[\^?(?:[^\]\\]|\\.)+\]/g
const quantifier = /\{\d+(?:,\d*)?\}/g

/** Escapes that some languages lack, and classes that match other characters in some, such as `\d`. */
const escapeSequence = /\\[0-9A-Za-eg-mo-qsu-wyz]/
/** The set operations of Rust, and an opening bracket, which begins a class inside a class there. */
const setOperation = /&&|--|~~|(?<!\\)\[/
/** Groups other than `(…)` and `(?:…)`, such as lookarounds. */
const group = /\(\?(?!:)/
const possessive = /[*+?Q]\+/
const brace = /(?<!\\)[{}]/

/** Returns the constructs that ECMA-262, Rust, RE2, Python and PCRE do not all read alike. */
const notPortable = (pattern: string): string[] => {
  const classes = pattern.match(characterClass) ?? []
  const outside = pattern.replaceAll(characterClass, 'C').replaceAll(quantifier, 'Q')
  return [
    escapeSequence.exec(pattern.replaceAll('\\\\', '')),
    ...classes.map((each) => setOperation.exec(each.slice(1, -1))),
    ...[group, possessive, brace].map((each) => each.exec(outside)),
  ].flatMap((found) => found?.[0] ?? [])
}

/** Rejects patterns that tools in other languages do not accept, or match differently. */
export const portablePatterns: Oas3Rule = () => ({
  Schema: {
    enter({ pattern = '' }, { report, location }) {
      for (const construct of notPortable(pattern))
        report({
          message: `The pattern has \`${construct}\`, which not every language reads alike.`,
          location: location.child('pattern'),
        })
    },
  },
})
