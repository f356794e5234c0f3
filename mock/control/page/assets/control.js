/** What the control API says against a wish. */
export class Refused extends Error {}

/** @param {Response} response */
const read = async (response) => {
  const reply = await response.json()
  if (!response.ok) throw new Refused(reply.message)
  return reply
}

/**
 * Asks the control API for something.
 * @template Reply
 * @param {string} path
 * @returns {Promise<Reply>}
 */
export const get = async (path) => read(await fetch(`/__mock/${path}`))

/**
 * Has the control API do something.
 * @template Reply
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Reply>}
 */
export const post = async (path, body) =>
  read(
    await fetch(`/__mock/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
