import { setupWorker } from 'msw/browser'
import { demoKeys } from '../../../mock/demo-keys.ts'
import { handlers } from '../../../mock/msw-browser.ts'

// This project is compiled without DOM types.
declare const location: { search: string }
declare const document: { getElementById(id: string): { textContent: string } | null }

const url = new URLSearchParams(location.search).get('url') ?? ''
await setupWorker(...handlers({ url })).start({ quiet: true })
const response = await fetch(`${url}/v1/contacts/list?campaignId=cmp_1`, {
  headers: { Authorization: `Bearer ${demoKeys.demo}` },
})
const status = document.getElementById('status')
if (status)
  status.textContent = `${response.status}, ${response.headers.get('RateLimit-Remaining')} left: ${await response.text()}`
