/** The scheme's case does not count (RFC 9110 §11.1); one or more spaces part it from the key. */
const bearer = /^bearer +([^ ]+)$/i

/** The key in an `Authorization` header, whatever it may be worth. */
export const bearerKey = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : bearer.exec(header)?.[1]
