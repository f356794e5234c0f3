/**
 * The path of a request as it may be logged. The query is left out: it can hold names and e-mail
 * addresses. So is what opens something to whoever knows it: the slug of an
 * invite, a link to sign in by.
 */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path
    .replace(/^\/i\/(?!assets\/)[^/]+/, '/i/…')
    .replace(/^\/portal\/sign-in\/.+/, '/portal/sign-in/…')
}
