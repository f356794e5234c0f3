/** A value of a request or a response that a runtime expression names, such as `$response.body#/id`. */
export type LinkSource = { of: 'request' | 'response'; pointer: string }

/** Reads a runtime expression of a JSON body. Returns undefined for constants and other expressions. */
export const linkSource = (value: unknown): LinkSource | undefined => {
  if (typeof value !== 'string') return undefined
  const [, of, pointer = ''] = /^\$(request|response)\.body#(\/\S*)$/.exec(value) ?? []
  return of === 'request' || of === 'response' ? { of, pointer } : undefined
}
