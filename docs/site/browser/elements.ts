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

/** Lets a button copy a text. Says so for a moment. Selects the text where pages cannot copy. */
export const copyFrom = (button: HTMLElement, read: () => string | Promise<string>): void => {
  const label = button.textContent
  button.addEventListener('click', async () => {
    const text = await read()
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      // The clipboard needs https, or a server on this machine, and the reader's permission.
      const area = element('textarea', { value: text, readOnly: true, ariaLabel: 'Text to copy' })
      area.addEventListener('blur', () => area.remove())
      button.after(area)
      area.select()
      button.textContent = 'Press Ctrl+C to copy'
    }
    setTimeout(() => {
      button.textContent = label
    }, 1500)
  })
}

export const allSections = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main > section'),
]

/** Returns the text of a section's heading, without its link. */
export const titleOf = (section: Element): string =>
  section.querySelector('h1, h2, h3')?.firstChild?.textContent?.trim() ?? ''
