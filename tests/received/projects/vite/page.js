import { demoKeys } from '@merch-fulfillment/mock/keys'
import { createClient } from 'merch-fulfillment-client'

const client = createClient({ baseUrl: '/api', apiKey: demoKeys.demo })
const [campaign] = await client.campaigns.list()
document.querySelector('h1').textContent = campaign.name
