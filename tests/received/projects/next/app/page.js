import { demoKeys } from '@merch-fulfillment/mock/keys'
import { createClient } from 'merch-fulfillment-client'
import { connection } from 'next/server'

export default async function Page() {
  await connection()
  const client = createClient({ baseUrl: process.env.MERCH_URL, apiKey: demoKeys.demo })
  const [campaign] = await client.campaigns.list({ cache: 'no-store' })
  return <h1>{campaign.name}</h1>
}
