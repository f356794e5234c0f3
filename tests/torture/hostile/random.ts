import type { Message } from './messages.ts'

/** Returns an integer of 0 up to, and without, the limit. */
export type Random = (limit: number) => number

/** Returns a function whose numbers depend on the seed alone (xorshift32). */
export const randomNumbers = (seed: number): Random => {
  let state = seed + 0x9e3779b9
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

/** Returns a copy of a message that ends early, or has up to four changes at random places. */
export const changed = (message: Message | undefined, random: Random): Message => {
  if (!message) throw new Error('There is no message')
  const { name, bytes } = message
  const requests = bytes.split('HTTP/').length
  const expected = { is: 'survival', most: requests + 3 } as const
  if (random(4) === 0) {
    const ending = random(2) === 0 ? 'half-close' : 'reset'
    return {
      ...{ name: `cut short: ${name}`, bytes: bytes.slice(0, random(bytes.length + 1)) },
      ...{ ending, expected },
    }
  }
  let text = bytes
  for (let changes = 1 + random(4); changes > 0; changes--) {
    const at = random(Math.min(text.length, 2000) + 1)
    const added = Array.from({ length: random(5) }, () => String.fromCharCode(random(256)))
    text = text.slice(0, at) + added.join('') + text.slice(at + random(3))
  }
  return { name: `changed: ${name}`, bytes: text, ending: 'half-close', expected }
}
