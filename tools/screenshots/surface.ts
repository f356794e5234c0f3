import type { Page } from 'playwright-core'

/** A page of a surface, in one of its states. */
export type State = {
  /** The name in file names: words and hyphens. */
  name: string
  /** Brings the page into the state. */
  show(page: Page): Promise<unknown>
}

/** Pages that belong together, such as a site. Each has a contact sheet. */
export type Surface = { states: readonly State[]; close(): Promise<void> }

/** Opens a surface: starts what its pages need. */
export type OpenSurface = () => Promise<Surface>
