import { colorCode, letKeysScroll } from './code.ts'
import { readStored, store } from './storage.ts'

const { mock = '', url: urlName = '', key: keyName = '', published } = document.body.dataset

/** The server that serves the page, unless a static host or the disk does. */
const own =
  published === undefined && location.protocol !== 'file:'
    ? new URL('.', location.href).href.replace(/\/$/, '')
    : undefined

/** The server and key of requests that the page sends, and of its samples. */
export const access = {
  server: own ?? mock,
  key: readStored('session', 'key') ?? readStored('local', 'key') ?? '',
}

const listeners: (() => void)[] = []

/** Calls a function now, and when the server or the key changes. */
export const onAccess = (listener: () => void): void => {
  listeners.push(listener)
  listener()
}

/** Keeps a key for this tab, or in this browser if the reader asks for it. */
const keep = (key: string, remember: boolean): void => {
  access.key = key
  store('session', 'key', remember ? '' : key)
  store('local', 'key', remember ? key : '')
}

export const addAccessDialog = (): void => {
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
    for (const listener of listeners) listener()
  })
  for (const button of document.querySelectorAll('.open-access'))
    button.addEventListener('click', () => dialog.showModal())
}

/** Fills every sample with the server and the key. Without a key, samples read variables. */
export const fillSamples = (): void => {
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
const filled = (text: string): string => {
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
