import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'

/** The maximum size of a logo's file. */
export const maxLogoBytes = 100 * 1024

/** The maximum width and height of a logo, in pixels. */
const maxLogoSide = 1024

const minLogoSide = 16

/** A logo whose content was checked, or why the file is rejected. */
export type CheckedLogo =
  | { extension: 'png' | 'jpg'; bytes: Buffer; problem?: undefined }
  | { problem: string }

/** Returns the problem of a file with more bytes than a logo may have. */
export const tooLarge = (bytes: number): { problem: string } => ({
  problem: `must have at most ${maxLogoBytes / 1024} KiB, not ${Math.ceil(bytes / 1024)}`,
})

/**
 * Checks that a file is a whole PNG or JPEG picture within the bounds, and nothing else. Removes its
 * metadata. Neither format can contain scripts, and all mail programs show both.
 */
export const checkLogo = (file: Buffer): CheckedLogo => {
  if (file.length > maxLogoBytes) return tooLarge(file.length)
  const png = readPng(file)
  const picture = png ?? readJpeg(file)
  if (!picture)
    return { problem: 'must be a PNG or JPEG picture, not interlaced, animated or damaged' }
  const { width, height, bytes } = picture
  const sides = [width, height]
  if (Math.min(...sides) < minLogoSide || Math.max(...sides) > maxLogoSide)
    return {
      problem: `must be ${minLogoSide} to ${maxLogoSide} pixels wide and high, not ${width} × ${height}`,
    }
  return { extension: png ? 'png' : 'jpg', bytes }
}
