import { setAccountLogo } from '../../server/actions/set-account-logo.ts'
import { checkLogo } from '../../server/domain/logo/logo.ts'
import { pngChunk, pngFile, pngHeader, pngPixels } from '../../server/testing/png.ts'
import type { DemoServer } from './demo-server.ts'

const side = 96

/** The color of a pixel in the palette: a pine on a blue disc over waves. */
const pixel = (x: number, y: number): number => {
  if (Math.hypot(x - 47.5, y - 47.5) > 46) return 0
  if (y > 66) return (y + Math.round(3 * Math.sin(x / 5))) % 12 < 5 ? 3 : 1
  const branch = y < 14 ? -1 : ((y - 14) % 18) * 0.9 + (y - 14) * 0.22
  return Math.abs(x - 47.5) <= branch || (y > 58 && Math.abs(x - 47.5) < 4) ? 2 : 1
}

/** Returns a logo of the demo account as PNG. */
export const drawLogo = (): Buffer => {
  const rows = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (_, x) => pixel(x, y)),
  ])
  return pngFile(
    pngHeader(side, side, 3),
    pngChunk('PLTE', Buffer.from('0000001d4d72f4ede486b8d6', 'hex')),
    pngChunk('tRNS', Buffer.from([0])),
    pngPixels(Buffer.from(rows.flat())),
  )
}

/** Gives the demo account a logo. */
export const setDemoLogo = async ({ store, account }: DemoServer): Promise<void> => {
  const logo = checkLogo(drawLogo())
  if (logo.problem !== undefined) throw new Error(`The logo ${logo.problem}`)
  await store.write((transaction) => setAccountLogo(transaction, account, logo))
}
