import { setupWorker } from 'msw/browser'
import { demoKeys } from '../demo-keys.ts'
import { handlers } from '../msw.ts'

// This project is compiled without DOM types. Your page does not need these two lines.
declare const location: { search: string; origin: string }
declare const history: { replaceState(data: unknown, unused: string, url: string): void }

// Uses the demo key if the URL has no parameters.
if (!location.search) history.replaceState(null, '', `?key=${demoKeys.demo}`)
const url = new URLSearchParams(location.search).get('url') ?? location.origin
await setupWorker(...handlers({ url })).start({ quiet: true })
await import('./page.ts')
