import * as client from '../../../client/index.ts'
import * as webhooks from '../../../client/webhooks/index.ts'

// For a test to call, as a page's own scripts would.
Object.assign(globalThis, { merch: { ...client, ...webhooks } })
