import { parentPort, workerData } from 'node:worker_threads'
import { plant } from './planted/plant.ts'
import { createWorld } from './world/world.ts'

// The world comes first: the server's code must find no other clock, network or database.
const { plantedFault, shrinks, postgres } = workerData
const world = createWorld(postgres)
process.on('unhandledRejection', (error) => world.time.onUncaught(error))
process.on('uncaughtException', (error) => world.time.onUncaught(error))
if (plantedFault !== undefined) plant(plantedFault)
const { makeTemplate } = await import('./template.ts')
const { checkSeed } = await import('./check-seed.ts')

const template = await makeTemplate(world)
process.once('exit', template.remove)
parentPort?.on('message', async (seed: number) => {
  parentPort?.postMessage(await checkSeed(world, template, seed, shrinks))
})
