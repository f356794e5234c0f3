import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

// A tool of your own asks for the key. Here, the URL has it: /?api=http://127.0.0.1:4010&key=mfk_…
const parameters = new URLSearchParams(location.search)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <App
      api={parameters.get('api') ?? 'http://127.0.0.1:4010'}
      apiKey={parameters.get('key') ?? 'none'}
    />,
  )
