import { access, addAccessDialog, fillSamples, onAccess } from './access.ts'
import { element } from './elements.ts'

/** Lets readers send requests from the page, and fills samples with their key. */
export const addRequests = (): void => {
  addAccessDialog()
  for (const form of document.querySelectorAll<HTMLFormElement>('.try form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
  onAccess(() => {
    fillSamples()
    const state = access.key === '' ? 'not set' : `${access.key.slice(0, 8)}…`
    for (const place of document.querySelectorAll('.key-state')) place.textContent = state
    for (const place of document.querySelectorAll('.access span'))
      place.textContent = `Key ${state}, server ${access.server}.`
  })
}

/** Sends the request of a form and shows its response. Asks before it writes. */
const send = async (form: HTMLFormElement): Promise<void> => {
  const output = form.querySelector('output')
  if (access.key === '') form.querySelector<HTMLElement>('.open-access')?.click()
  if (!output || access.key === '') return
  const { method = 'GET', title = '' } = form.dataset
  try {
    if (method !== 'GET' && !(await confirmed(title))) return
    output.replaceChildren(element('p', {}, 'Sending…'))
    const started = performance.now()
    const response = await fetch(requestOf(form, method))
    const text = await response.text()
    const took = Math.round(performance.now() - started)
    output.replaceChildren(...responseElements(response, text, took))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const words = `The request to ${access.server} failed: ${reason}. Check the key, and that the server is running.`
    output.replaceChildren(element('p', { className: 'bad' }, words))
  }
}

const headers = () => ({ Authorization: `Bearer ${access.key}` })

const requestOf = (form: HTMLFormElement, method: string): Request => {
  const search = new URLSearchParams()
  let path = form.dataset.path ?? ''
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
    const value = input.value.trim()
    if (input.dataset.in === 'path')
      path = path.replace(`{${input.name}}`, encodeURIComponent(value))
    else if (value !== '')
      for (const each of 'list' in input.dataset ? value.split(/\s*,\s*/) : [value])
        search.append(input.name, each)
  }
  const body = form.querySelector('textarea')
  const type = body ? { 'Content-Type': body.dataset.type ?? 'application/json' } : {}
  return new Request(`${access.server}${path}${search.size > 0 ? `?${search}` : ''}`, {
    method,
    headers: { ...headers(), ...type },
    body: body?.value ?? null,
    credentials: 'omit',
  })
}

const responseElements = (response: Response, text: string, took: number): Node[] => {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  const status = `${response.status} ${response.statusText} in ${took} ms`
  const summary = element('summary', {}, `${lines.length} headers`)
  const code = (each: string) => element('pre', { tabIndex: 0 }, element('code', {}, each))
  return [
    element('p', { className: response.ok ? 'good' : 'bad' }, status),
    element('details', {}, summary, code(lines.join('\n'))),
    code(pretty(text)),
  ]
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const accounts = new Map<string, unknown>()

/** Returns the account of the key. Asks the server once for each key, as each request counts. */
const accountOfKey = async (): Promise<unknown> => {
  const known = `${access.server} ${access.key}`
  if (!accounts.has(known)) {
    const response = await fetch(`${access.server}/v1/auth`, { headers: headers() })
    const text = await response.text()
    if (!response.ok) throw new Error(`the key was rejected with ${response.status} ${text}`)
    const { account_id: account }: { account_id?: unknown } = JSON.parse(text)
    accounts.set(known, account)
  }
  return accounts.get(known)
}

/** Asks whether to send a request that is not a read. Names the account of the key. */
const confirmed = async (title: string): Promise<boolean> => {
  const account = await accountOfKey()
  const dialog = document.querySelector<HTMLDialogElement>('#confirmation')
  const [heading, question] = dialog?.querySelectorAll('h2, p') ?? []
  if (!dialog || !heading || !question) return false
  heading.textContent = `${title}?`
  question.textContent = `The request is executed for account ${account} on ${access.server}.`
  dialog.returnValue = ''
  dialog.showModal()
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  return dialog.returnValue === 'send'
}
