import { colorCode, letKeysScroll } from './code.ts'
import { element } from './elements.ts'
import { readStored, store } from './storage.ts'

/** Lets readers send requests from the page, and fills samples with their key. */
export const addRequests = (): void => {
  addAccessDialog()
  for (const form of document.querySelectorAll<HTMLFormElement>('.try form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
  showAccess()
}

/** Sends the request of a form and shows its response. Asks before it writes. */
async function send(form: HTMLFormElement): Promise<void> {
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

function requestOf(form: HTMLFormElement, method: string): Request {
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

function responseElements(response: Response, text: string, took: number): Node[] {
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

function pretty(text: string): string {
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

let isAsking = false

/**
 * Asks whether to send a request that is not a read. Names the account of the key. On a slow line, one answer to two
 * presses sends one request.
 */
async function confirmed(title: string): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  try {
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
  } finally {
    isAsking = false
  }
}

const { mock = '', url: urlName = '', key: keyName = '', published } = document.body.dataset

/** The server that serves the page, unless a static host or the disk does. */
const own =
  published === undefined && location.protocol !== 'file:'
    ? new URL('.', location.href).href.replace(/\/$/, '')
    : undefined

/** The server and key of requests that the page sends, and of its samples. */
const access = {
  server: own ?? mock,
  key: readStored('session', 'key') ?? readStored('local', 'key') ?? '',
}

/** Shows the key and the server, and fills the samples with them. */
function showAccess(): void {
  fillSamples()
  const state = access.key === '' ? 'not set' : `${access.key.slice(0, 8)}…`
  for (const place of document.querySelectorAll('.key-state')) place.textContent = state
  for (const place of document.querySelectorAll('.access span'))
    place.textContent = `Key ${state}, server ${access.server}.`
}

/** Keeps a key for this tab, or in this browser if the reader asks for it. */
const keep = (key: string, remember: boolean): void => {
  access.key = key
  store('session', 'key', remember ? '' : key)
  store('local', 'key', remember ? key : '')
}

function addAccessDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#access')
  const form = dialog?.querySelector('form')
  const server = dialog?.querySelector('select')
  const [key, remember] = dialog?.querySelectorAll('input') ?? []
  if (!dialog || !form || !server || !key || !remember) return
  for (const url of new Set([own ?? mock, mock])) server.append(new Option(url))
  key.value = access.key
  remember.checked = readStored('local', 'key') !== undefined
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.getAttribute('value') !== 'save') return
    keep(key.value.trim(), remember.checked)
    access.server = server.value
    showAccess()
  })
  for (const button of document.querySelectorAll('.open-access'))
    button.addEventListener('click', () => dialog.showModal())
}

/** Fills every sample with the server and the key. Without a key, samples read variables. */
function fillSamples(): void {
  for (const block of document.querySelectorAll('pre[data-sample]')) {
    const code = block.querySelector('code')
    if (!code) continue
    const original = originals.get(code) ?? code.textContent
    // It sets the server and the key of the mock.
    if (/^export \w+=/m.test(original)) continue
    originals.set(code, original)
    const text = access.key === '' ? original : filled(original)
    if (text === code.textContent) continue
    code.textContent = text
    colorCode(block)
    letKeysScroll(block)
  }
}

const originals = new WeakMap<Element, string>()

/** Replaces the variables of the server and the key, as the shell, TypeScript and Python read them. */
function filled(text: string): string {
  const values = { [urlName]: access.server, [keyName]: access.key }
  return Object.entries(values).reduce(
    (sample, [name, value]) =>
      sample
        .replaceAll(`\${process.env.${name}}`, value)
        .replaceAll(new RegExp(`process\\.env\\.${name} \\?\\? '[^']*'`, 'g'), `'${value}'`)
        .replaceAll(`{os.environ['${name}']}`, value)
        .replaceAll(new RegExp(`^${name}=.*$`, 'gm'), `${name}='${value}'`)
        .replaceAll(`$${name}`, value),
    text,
  )
}
