import * as client from '../../../client/index.ts'
import * as webhooks from '../../../client/webhooks/index.ts'

// Global, so that tests can call the client in the page.
Object.assign(globalThis, { merch: { ...client, ...webhooks } })
