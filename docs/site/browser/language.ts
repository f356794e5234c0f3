import { readStored, store } from './storage.ts'

/** Shows every sample in the language that the reader chose last. */
export const rememberLanguage = (): void => {
  addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest(`${tabs} > summary`) : null
    if (!chosen) return
    store('local', 'language', chosen.textContent)
    show(chosen.textContent, chosen.parentElement)
  })
  const last = readStored('local', 'language')
  if (last !== undefined) show(last, null)
}

const tabs = '[aria-label="Request"] > details'

/** Opens the tabs of a language, but for one that the browser opens. */
const show = (language: string, but: Element | null): void => {
  for (const tab of document.querySelectorAll(tabs))
    if (tab !== but && tab.querySelector('summary')?.textContent === language)
      tab.setAttribute('open', '')
}
