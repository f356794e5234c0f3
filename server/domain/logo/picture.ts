/** A picture that was checked. */
export type Picture = {
  width: number
  height: number
  /** The picture without metadata. */
  bytes: Buffer
}
