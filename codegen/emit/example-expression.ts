import type { failedKeywordIn } from '../checks/failed-keyword.ts'
import { UnsupportedError } from '../checks/unsupported-error.ts'
import type { Schema } from '../model/document.ts'
import { declaredOf, sample } from '../model/sample.ts'

/** The component schemas, and a function that names the keyword by which a schema rejects a value. */
export type ExampleScope = {
  schemas: Record<string, Schema>
  failedKeyword: ReturnType<typeof failedKeywordIn>
}

/**
 * Returns the document's first example, or else a sample of the schema, as code.
 * @throws {UnsupportedError} when the schema rejects it.
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
