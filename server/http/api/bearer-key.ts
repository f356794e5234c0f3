/** The scheme is case-insensitive (RFC 9110 §11.1). One or more spaces separate it from the key. */
const bearer = /^bearer +([^ ]+)$/i

/** Returns the key in an `Authorization` header, valid or not. */
export const bearerKey = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : bearer.exec(header)?.[1]
