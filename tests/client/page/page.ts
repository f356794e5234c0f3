import * as client from '../../../packages/client/index.ts'
import * as webhooks from '../../../packages/client/webhooks/index.ts'

// Global, so that tests can call the client in the page.
Object.assign(globalThis, { merch: { ...client, ...webhooks } })
