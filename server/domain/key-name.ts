/** The maximum length of a key's name, in code points. */
const mostCharacters = 100

/**
 * Returns the error message for an invalid key name, or undefined for a valid one. Lengths count code
 * points (design decision 16).
 */
export const keyNameProblem = (name: string): string | undefined => {
  if (name === '') return 'Enter a key name, such as “Warehouse sync”.'
  if ([...name].length > mostCharacters)
    return `The name must have at most ${mostCharacters} characters.`
  if (/\p{Cc}/u.test(name)) return 'The name must be one line of text.'
  return undefined
}
