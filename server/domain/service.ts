/** The service, as its pages and emails name it. */
export type Service = {
  name: string
  /** The address for questions, if there is one. */
  supportEmail?: string | undefined
}
