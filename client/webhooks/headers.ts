/** Request headers: `Headers`, Node's headers object, or pairs of name and value. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined }

const pairs = (
  headers: WebhookHeaders,
): Iterable<readonly [string, string | readonly string[] | undefined]> =>
  Symbol.iterator in headers ? headers : Object.entries(headers)

/**
 * Returns the value of a header, ignoring the case of its name. Repeated values are joined with
 * commas, as Fetch and Node do (RFC 9110 §5.3).
 * @param wanted the name in lower case
 */
export const headerOf = (headers: WebhookHeaders, wanted: string): string | undefined => {
  const values: string[] = []
  for (const [name, value] of pairs(headers))
    if (name.toLowerCase() === wanted && value !== undefined) values.push(...[value].flat())
  return values.length === 0 ? undefined : values.join(', ')
}
