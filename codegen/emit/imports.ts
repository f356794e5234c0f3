/** Emitted code without comments, strings and patterns: texts of the document may look like code. */
const withoutTexts = (code: string): string =>
  code
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\.regex\(\/(?:[^\\\n]|\\.)*?\/u, /g, '.regex(')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')

/** Returns the import statements whose name occurs in the code. */
export const importsFor = (code: string, imports: Readonly<Record<string, string>>): string => {
  const plain = withoutTexts(code)
  return Object.entries(imports)
    .filter(([name]) => new RegExp(`\\b${name}[.[<]`).test(plain))
    .map(([, statement]) => `${statement}\n`)
    .join('')
}

/** Imports the types that the code uses from `types.ts`; `S` are those of the component schemas. */
export const schemaTypes = (code: string): string => {
  const plain = withoutTexts(code)
  const uses = (name: string) => new RegExp(`\\b${name}\\b[[<]`).test(plain)
  const names = ['operations', 'Readable', 'webhooks', 'Writable'].filter(uses)
  const imported = [...(uses('S') ? ['components'] : []), ...names].toSorted()
  if (imported.length === 0) return ''
  const alias = uses('S') ? "\ntype S = components['schemas']\n" : ''
  return `import type { ${imported.join(', ')} } from './types.ts'\n${alias}`
}
