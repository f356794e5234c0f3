/** What the banner shows. */
export type Started = {
  /** Where clients reach it. */
  address: string
  /** Where it listens. */
  listensOn: string
  /** The demo data that a first start created: its API key and the address of an invite. */
  demo: { key: string; inviteUrl: string } | undefined
  /** Whether no account exists. */
  isEmpty: boolean
}

/** How to make an empty database usable. */
export const howToBegin =
  'No account exists. Create one with `npx merch accounts create --name NAME`, then a key with `npx merch keys create --account ID --name NAME`.'

/** Returns the lines that a start prints on a terminal. The key, command and address can be pasted. */
export const banner = ({ address, listensOn, demo, isEmpty }: Started): string => {
  const reached = address === listensOn ? '' : `Clients reach it at ${address}\n`
  const listening = `merch-fulfillment is listening on ${listensOn}
${reached}
  docs      ${address}/docs
  document  ${address}/openapi.json
`
  if (isEmpty) return `${listening}\n${howToBegin}\n\n`
  if (demo === undefined) return listening
  return `${listening}
Created a demo account in the empty database. Its API key is shown only once:

  ${demo.key}

Try it:

  curl -H 'Authorization: Bearer ${demo.key}' '${address}/v1/products/list?limit=3'

Redeem an invite as its recipient:

  ${demo.inviteUrl}

`
}
