/**
 * The path of a request as it may be logged. The query is left out: it can hold names and e-mail
 * addresses. So is the slug of an invite: whoever knows it can redeem it.
 */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path.replace(/^\/i\/(?!assets\/)[^/]+/, '/i/…')
}
