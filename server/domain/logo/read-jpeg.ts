import type { Picture } from './picture.ts'

const start = Buffer.from('ffd8', 'hex')
const marker = { end: 0xd9, scan: 0xda, jfif: 0xe0, adobe: 0xee, comment: 0xfe }

/** Frames that browsers and mail programs decode: baseline, extended, progressive (T.81 table B.1). */
const frames = [0xc0, 0xc1, 0xc2]

/** Whether a segment is metadata. JFIF and Adobe segments change how the colors are read. */
const isMetadata = (code: number): boolean =>
  code === marker.comment || (code > marker.jfif && code <= 0xef && code !== marker.adobe)

/** Whether a byte after 0xff is a part of a scan's data (T.81 §B.1.1.5). */
const isInScan = (code = marker.end): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7)

/** Returns the end of a scan's data: the next marker that is no part of it. */
const endOfScan = (file: Buffer, start: number): number => {
  let next = file.indexOf(0xff, start)
  while (isInScan(file[next + 1])) next = file.indexOf(0xff, next + 2)
  return next === -1 ? file.length : next
}

/** Reads a JPEG picture; undefined if the file is not exactly one whole picture. */
export const readJpeg = (file: Buffer): Picture | undefined => {
  if (!file.subarray(0, start.length).equals(start)) return undefined
  const kept: Buffer[] = [start]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  let at = start.length
  // A segment has at least 4 bytes, and the end of the picture 2.
  while (at + 6 <= file.length && file.readUInt8(at) === 0xff) {
    const code = file.readUInt8(at + 1)
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (frames.includes(code)) {
      const frame = file.subarray(at, end)
      if (size || frame.length < 13) return undefined
      size = { height: frame.readUInt16BE(5), width: frame.readUInt16BE(7) }
    }
    hasScan ||= code === marker.scan
    const next = code === marker.scan ? endOfScan(file, end) : end
    if (!isMetadata(code)) kept.push(file.subarray(at, next))
    at = next
  }
  const isWhole = at + 2 === file.length && file.readUInt16BE(at) === 0xff00 + marker.end
  if (!isWhole || !size || !hasScan) return undefined
  return { ...size, bytes: Buffer.concat([...kept, file.subarray(at)]) }
}
