import type { failedKeywordIn } from '../checks/failed-keyword.ts'
import { UnsupportedError } from '../checks/unsupported-error.ts'
import type { Schema } from '../model/document.ts'
import { declaredOf, sample } from '../model/sample.ts'

/** What an example needs to know of the document: its components, and what a schema refuses. */
export type ExampleScope = {
  schemas: Record<string, Schema>
  failedKeyword: ReturnType<typeof failedKeywordIn>
}

/**
 * The first example that the document gives, or else a sample, as code.
 * @throws {UnsupportedError} when the schema allows neither.
 */
export const exampleExpression = (
  schema: Schema,
  examples: readonly { name: string; value: unknown }[],
  { schemas, failedKeyword }: ExampleScope,
  where: string,
): string => {
  const [example] = examples
  const value = example ? example.value : sample(schema, schemas)
  const failed = failedKeyword(schema, value)
  if (failed && example)
    throw new UnsupportedError([
      `the example \`${example.name}\`, which \`${failed}\` rejects, at ${where}`,
    ])
  if (failed) throw new UnsupportedError([`a value without an example at ${where}`])
  return JSON.stringify(declaredOf(value, schema, schemas))
}
