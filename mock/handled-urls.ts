/** Returns a function that checks whether a URL is of the API of an origin, its pictures or its invites. */
export const handledUrls = (origin: string) => (url: URL) =>
  url.origin === origin && /^\/(v1|cdn|i)(\/|$)/.test(url.pathname)
