import type { Schema } from '../model/document.ts'
import { declaredOf, sample } from '../model/sample.ts'
import { NotCarriedError } from '../refuse/not-carried-error.ts'
import type { refusals } from '../refuse/refusals.ts'

/** What an example needs to know of the document: its components, and what a schema refuses. */
export type ExampleScope = {
  schemas: Record<string, Schema>
  refusal: ReturnType<typeof refusals>
}

/**
 * The first example that the document gives, or else a sample, as code.
 * @throws {NotCarriedError} when the schema allows neither.
 */
export const exampleExpression = (
  schema: Schema,
  examples: readonly { name: string; value: unknown }[],
  { schemas, refusal }: ExampleScope,
  where: string,
): string => {
  const [example] = examples
  const value = example ? example.value : sample(schema, schemas)
  const refused = refusal(schema, value)
  if (refused && example)
    throw new NotCarriedError([
      `the example \`${example.name}\`, which \`${refused}\` refuses, at ${where}`,
    ])
  if (refused) throw new NotCarriedError([`a value without an example at ${where}`])
  return JSON.stringify(declaredOf(value, schema, schemas))
}
