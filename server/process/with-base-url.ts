/** The URL of the service in the document and in all files that are generated from it. */
const documented = 'http://127.0.0.1:8080'

/**
 * Replaces the documented URL of the service. The result is safe inside of HTML and JSON.
 * @param baseUrl where clients reach the service.
 */
export const withBaseUrl = (text: string, baseUrl: string): string => {
  // URL escapes quotes, angle brackets and backslashes; HTML needs the ampersand escaped as well.
  const url = new URL(baseUrl).href.replace(/\/$/, '').replaceAll('&', '%26').replaceAll("'", '%27')
  return text.replaceAll(documented, () => url)
}
