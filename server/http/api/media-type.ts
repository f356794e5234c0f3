/** Whether a `Content-Type` is a media type, alone or with UTF-8 said (RFC 9110 §8.3). */
export const isMediaType = (given: string | undefined, mediaType: string): boolean => {
  if (given === mediaType) return true
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim())
  return (
    type.toLowerCase() === mediaType &&
    parameters.every((parameter) => /^(charset="?utf-8"?)?$/i.test(parameter))
  )
}
