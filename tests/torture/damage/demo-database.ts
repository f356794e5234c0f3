import { issueKey } from '../../../server/actions/issue-key.ts'
import { seedDemo } from '../../../server/demo/seed-demo.ts'
import { systemClock } from '../../../server/domain/clock.ts'
import { listCampaigns } from '../../../server/store/campaigns.ts'
import { firstUnusedSlug } from '../../../server/store/redemption/held-invites.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'

type Request = { method?: string; path: string; json?: unknown }

/** Creates a database with demo data. Returns its key, and requests of every kind. */
export const createDemoDatabase = async (file: string) => {
  const store = await openSqliteStore(file)
  const now = systemClock()
  const found = await store.write(async (transaction) => {
    const account = await seedDemo(transaction, now)
    return {
      key: await issueKey(transaction, account, 'test', now),
      slug: await firstUnusedSlug(transaction, account),
      campaigns: await listCampaigns(transaction, account, ''),
    }
  })
  await store.close()
  const { key, slug, campaigns } = found
  const [{ id: campaignId, products } = { id: '', products: [] }] = campaigns
  const sku = products[0]?.sku ?? ''
  const get = (path: string): Request => ({ path })
  const post = (path: string, json: unknown): Request => ({ method: 'POST', path, json })
  const requests: Request[] = [
    get('/v1/auth'),
    get('/v1/products/list'),
    get('/v1/campaigns/list'),
    get('/v1/orders/list?limit=1000'),
    get(`/v1/orders/list?campaignId=${campaignId}&email=ada@example.com`),
    get('/v1/orders/ord_none'),
    get('/v1/inventory/list'),
    get(`/v1/contacts/list?campaignId=${campaignId}`),
    get(`/v1/contacts/list?campaignId=${campaignId}&searchText=ada`),
    get('/v1/webhooks'),
    post('/v1/contacts/create', newContact(campaignId)),
    post('/v1/invites/create', { campaignId, sendEmailNotification: false }),
    post('/v1/orders/create', newOrder(campaignId, sku)),
    post('/v1/orders/cancel', { orderId: 'ord_none' }),
    post('/v1/webhooks', { url: 'https://example.com/', events: ['order.created'] }),
    get(`/i/${slug}`),
    get(`/i/${slug}/products`),
    get('/portal/sign-in'),
    get('/healthz'),
  ]
  return { key, requests }
}
