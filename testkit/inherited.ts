/** What programs have of this process's environment: nothing that would change what they do. */
export const inherited = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}
