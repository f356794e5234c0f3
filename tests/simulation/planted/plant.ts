import { registerHooks } from 'node:module'
import { plantedFaults } from './faults.ts'

/**
 * Changes the source of one file of the server as this thread loads it.
 * @throws when the file does not contain the text to replace exactly once.
 */
export const plant = (name: string): void => {
  const fault = plantedFaults.find((each) => each.name === name)
  if (!fault) throw new Error(`There is no planted fault ${name}`)
  const { href } = new URL(`../../../server/${fault.file}`, import.meta.url)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (url !== href) return loaded
      const parts = String(loaded.source).split(fault.from)
      if (parts.length !== 2)
        throw new Error(`${fault.file} has ${parts.length - 1} times: ${fault.from}`)
      return { ...loaded, source: parts.join(fault.to) }
    },
  })
}
