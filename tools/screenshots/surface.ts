import type { Page } from 'playwright-core'

/** A page of a surface, in one of its states. */
export type State = {
  /** The name in file names: words and hyphens. */
  name: string
  /** Whether each variant is shown again, because the page reads its size or colors only once. */
  isFresh?: boolean
  /** Whether the pictures show only what is in view, because the whole page is too long. */
  isView?: boolean
  /** Brings the page into the state. */
  show(page: Page): Promise<unknown>
}

/** Pages that belong together, such as a site. Each has a contact sheet. */
export type Surface = { states: readonly State[]; close(): Promise<void> }

/** Opens a surface: starts what its pages need. */
export type OpenSurface = () => Promise<Surface>
