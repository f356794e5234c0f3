type Options<T> = Partial<Omit<T, 'children' | 'style'>>

/** Creates an element with properties and children. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Options<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** Returns a button that copies a text. Says so for a moment. */
export const copyButton = (
  className: string,
  label: string,
  read: () => string | Promise<string>,
): HTMLButtonElement => {
  const button = element('button', { type: 'button', className: `${className} secondary` }, label)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(await read())
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = label
    }, 1500)
  })
  return button
}

/** Returns the sections of the page that links lead to: chapters, operations and events. */
export const allSections = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main > section'),
]

/** Returns the heading of a section. */
export const headingOf = (section: Element): HTMLElement | null =>
  section.querySelector('h1, h2, h3')
