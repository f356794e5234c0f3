/** Rewrites a path template of the document for Hono: `/orders/{id}` becomes `/orders/:id`. */
export const honoPath = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1')
