/** The head of every generated file. */
export const banner = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n'

/** `S`, the component schemas' types, for code that mentions them. */
export const schemaTypes = (body: string): string =>
  /\bS\["/.test(body)
    ? "import type { components } from './types.ts'\n\ntype S = components['schemas']\n"
    : ''
