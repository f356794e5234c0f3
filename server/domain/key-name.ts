/** The most characters that a key's name has. */
const mostCharacters = 100

/**
 * What is wrong with the name of a key, in words; nothing if it is one. Lengths count code points
 * (design decision 16).
 */
export const keyNameProblem = (name: string): string | undefined => {
  if (name === '') return 'Say what the key is for, such as “Warehouse sync”.'
  if ([...name].length > mostCharacters)
    return `The name must have at most ${mostCharacters} characters.`
  if (/\p{Cc}/u.test(name)) return 'The name must be one line of text.'
  return undefined
}
