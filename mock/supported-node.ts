const { node } = process.versions
const [major = 0, minor = 0] = node.split('.').map(Number)

export const nodeProblem =
  major < 22 || (major === 22 && minor < 16)
    ? `@merch-fulfillment/mock needs Node 22.16 or newer, not ${node}. Install Node 24 from https://nodejs.org`
    : undefined
