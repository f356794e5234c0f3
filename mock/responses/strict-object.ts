import { z } from 'zod'

/** Returns the schema of an object without other fields. Its error names the possible ones. */
export const strictObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unrecognized key: ${issue.keys.map((key) => `"${key}"`).join(', ')}. Use one of ${Object.keys(shape).join(', ')}.`
        : undefined,
  })
