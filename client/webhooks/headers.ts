/** A request's headers: `Headers`, what Node has of them, or names with values. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined }

const pairs = (
  headers: WebhookHeaders,
): Iterable<readonly [string, string | readonly string[] | undefined]> =>
  Symbol.iterator in headers ? headers : Object.entries(headers)

/**
 * A header's value, whatever the case of its name; values of several are joined as Fetch and Node
 * join them (RFC 9110 §5.3).
 * @param wanted in lower case.
 */
export const headerOf = (headers: WebhookHeaders, wanted: string): string | undefined => {
  const values: string[] = []
  for (const [name, value] of pairs(headers))
    if (name.toLowerCase() === wanted && value !== undefined) values.push(...[value].flat())
  return values.length === 0 ? undefined : values.join(', ')
}
