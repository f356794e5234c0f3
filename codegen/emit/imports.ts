/** Emitted code without comments, strings and patterns: texts of the document may look like code. */
const withoutTexts = (code: string): string =>
  code
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\.regex\(\/(?:[^\\\n]|\\.)*?\/u, /g, '.regex(')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')

/** Returns the import statements whose name occurs in the code. */
export const importsFor = (code: string, imports: Record<string, string>): string => {
  const plain = withoutTexts(code)
  return Object.entries(imports)
    .filter(([name]) => new RegExp(`\\b${name}[.[]`).test(plain))
    .map(([, statement]) => `${statement}\n`)
    .join('')
}

/** Imports the types of the component schemas as `S`, for code that uses them. */
export const schemaTypes = (code: string): string =>
  importsFor(code, {
    S: "import type { components } from './types.ts'\n\ntype S = components['schemas']",
  })
