type Options<T> = Partial<Omit<T, 'children' | 'style'>>

export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Options<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** Lets a button copy a text. Says for a moment whether it did. Selects the text where pages cannot copy. */
export const copyFrom = (button: HTMLElement, read: () => string | Promise<string>): void => {
  const label = button.textContent
  const say = (words: string) => {
    button.textContent = words
    setTimeout(() => {
      button.textContent = label
    }, 1500)
  }
  button.addEventListener('click', async () => {
    let text: string | undefined
    try {
      text = await read()
      await navigator.clipboard.writeText(text)
      say('Copied')
    } catch {
      // The server does not respond, or has newer docs than the page.
      if (text === undefined) return say('Not copied. Reload the page')
      // The clipboard needs https, or a server on this machine, and the reader's permission.
      const area = element('textarea', { value: text, readOnly: true, ariaLabel: 'Text to copy' })
      area.addEventListener('blur', () => area.remove())
      button.after(area)
      area.select()
      say('Press Ctrl+C to copy')
    }
  })
}

export const allSections = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main > section'),
]

/** Returns the text of a section's heading, without its link. */
export const titleOf = (section: Element): string =>
  section.querySelector('h1, h2, h3')?.firstChild?.textContent?.trim() ?? ''
