type Contradiction = { path: readonly (string | number)[]; message: string }

/** The parts of a data set that refer to each other. */
type Rows = {
  variants: readonly { sku: string }[]
  campaigns: readonly { id: string }[]
  contacts: readonly { id: string; campaignId: string }[]
  orders: readonly {
    id: string
    orderNumber: string
    sourceOrderNumber: string | null
    campaignId: string
  }[]
}

const repeated = (
  list: string,
  field: string,
  values: readonly (string | null)[],
): Contradiction[] => {
  const first = new Map<string, number>()
  const found: Contradiction[] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const before = first.get(value)
    if (before === undefined) first.set(value, index)
    else
      found.push({ path: [list, index, field], message: `must not be that of ${list}[${before}]` })
  }
  return found
}

/** Returns the contradictions between rows of a data set, by path. */
export const findContradictions = ({
  variants,
  campaigns,
  contacts,
  orders,
}: Rows): Contradiction[] => {
  const known = new Set(campaigns.map(({ id }) => id))
  const homeless = (list: string, rows: readonly { campaignId: string }[]): Contradiction[] =>
    rows.flatMap(({ campaignId }, index) =>
      known.has(campaignId)
        ? []
        : [{ path: [list, index, 'campaignId'], message: 'must be among the campaigns' }],
    )
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const skus = variants.map(({ sku }) => sku)
  const orderNumbers = orders.map(({ orderNumber }) => orderNumber)
  const sourceOrderNumbers = orders.map(({ sourceOrderNumber }) => sourceOrderNumber)
  return [
    ...repeated('variants', 'sku', skus),
    ...repeated('campaigns', 'id', ids(campaigns)),
    ...repeated('contacts', 'id', ids(contacts)),
    ...homeless('contacts', contacts),
    ...repeated('orders', 'id', ids(orders)),
    ...repeated('orders', 'orderNumber', orderNumbers),
    ...repeated('orders', 'sourceOrderNumber', sourceOrderNumbers),
    ...homeless('orders', orders),
  ]
}
