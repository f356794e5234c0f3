/** What a person who starts the server needs to know. */
export type Started = {
  address: string
  /** What an empty database was just filled with: its key, and where an invite can be redeemed. */
  demo: { key: string; inviteUrl: string } | undefined
}

/** Lines for a person; the key, the curl line and the invite's address can be pasted as they stand. */
export const banner = ({ address, demo }: Started): string => {
  const listening = `merch-fulfillment is listening on ${address}

  docs      ${address}/docs
  document  ${address}/openapi.json
`
  if (demo === undefined) return listening
  return `${listening}
The database was empty, so it now holds a demo account. Its API key, shown this once:

  ${demo.key}

Try it:

  curl -H 'Authorization: Bearer ${demo.key}' '${address}/v1/products/list?limit=3'

Redeem an invite as its recipient would:

  ${demo.inviteUrl}

`
}
