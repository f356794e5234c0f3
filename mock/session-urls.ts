/** Returns the URL of a session: the base URL of the mock, followed by `/s/NAME` for a named one. */
export const sessionUrl = (baseUrl: string, name: string): string =>
  name === '' ? baseUrl : `${baseUrl}/s/${name}`

/**
 * Matches the URLs of operations, pictures and invites at a base URL, also those of its sessions.
 * @param baseUrl may have a path.
 */
export const handledUrls = (baseUrl: string): RegExp =>
  new RegExp(`^${escaped(withoutSlash(baseUrl))}(/s/[^/?#]+)?/(v1|cdn|i)([/?#]|$)`)

/** Splits the path of the base URL and the session's name off a URL or a path. */
export const splitUrl = (url: string, baseUrl: string): { name?: string; rest: string } => {
  const base = escaped(withoutSlash(new URL(baseUrl).pathname))
  const start = new RegExp(`^(https?://[^/]*)?(${base}(?=[/?#]|$))?(?:/s/([^/?#]+))?`)
  const [found, origin = '', path, name] = start.exec(url) ?? ['']
  if (!path && name === undefined) return { rest: url }
  const rest = url.slice(found.length)
  const target = `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`
  return name === undefined ? { rest: target } : { name, rest: target }
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
