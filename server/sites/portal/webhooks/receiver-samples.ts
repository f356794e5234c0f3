import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A receiver that verifies signatures. `command` starts it. */
export type ReceiverSample = { language: string; file: string; command: string; code: string }

const Document = z.object({ info: z.object({ description: z.string() }) })

const receivers = [
  { language: 'Node', file: 'node.mjs', command: 'node node.mjs' },
  { language: 'Python', file: 'python.py', command: 'python3 python.py' },
  { language: 'PHP', file: 'php.php', command: 'php -S 127.0.0.1:3000 php.php' },
] as const

const readSamples = (): ReceiverSample[] => {
  const file = new URL('../../../../generated/openapi.json', import.meta.url)
  const { info } = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  return receivers.map((receiver) => {
    const code = new RegExp(`\\n### ${receiver.language}\\n+\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's')
    const [, found] = code.exec(info.description) ?? []
    if (found === undefined) throw new Error(`The document has no receiver in ${receiver.language}`)
    return { ...receiver, code: found }
  })
}

let samples: readonly ReceiverSample[] | undefined

/** Returns the receivers of the document. They are read at the first call, because few processes need them. */
export const receiverSamples = (): readonly ReceiverSample[] => {
  samples ??= readSamples()
  return samples
}
