/** What a person who starts the server needs to know. */
export type Started = {
  address: string
  /** The demo account's key, when an empty database was just filled with demo data. */
  demoKey: string | undefined
}

/** Lines for a person; the key and the curl line can be pasted as they stand. */
export const banner = ({ address, demoKey }: Started): string => {
  const listening = `merch-fulfillment is listening on ${address}

  docs      ${address}/docs
  document  ${address}/openapi.json
`
  if (demoKey === undefined) return listening
  return `${listening}
The database was empty, so it now holds a demo account. Its API key, shown this once:

  ${demoKey}

Try it:

  curl -H 'Authorization: Bearer ${demoKey}' '${address}/v1/products/list?limit=3'

`
}
