type Kind = 'session' | 'local'

/** Returns a stored value; undefined if there is none, or if the browser blocks storage. */
export const readStored = (kind: Kind, name: string): string | undefined => {
  try {
    return window[`${kind}Storage`].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value, or removes it if it is empty. Does nothing if the browser blocks storage. */
export const store = (kind: Kind, name: string, value: string): void => {
  try {
    if (value === '') window[`${kind}Storage`].removeItem(name)
    else window[`${kind}Storage`].setItem(name, value)
  } catch {
    // The value lasts as long as the page.
  }
}
