/** The shades of a colour in a drawing. `ground` is the background. */
export type Colour = { base: string; shade: string; light: string; ground: string }

const colour = (base: string, shade: string, light: string, ground: string): Colour => ({
  base,
  shade,
  light,
  ground,
})

/** Colours by their name in a picture's file name. */
export const colours: ReadonlyMap<string, Colour> = new Map([
  ['black', colour('#303034', '#1f1f22', '#4a4a50', '#ece7df')],
  ['charcoal', colour('#54565b', '#3c3e42', '#6f7177', '#ebe7e0')],
  ['forest', colour('#2f5f47', '#214635', '#437c5f', '#e8ede2')],
  ['grey', colour('#abadb1', '#898b90', '#c6c8cb', '#edebe6')],
  ['mustard', colour('#dba52f', '#b48120', '#ecc15f', '#f7efdc')],
  ['navy', colour('#2b4068', '#1e2e4d', '#405b8c', '#e6e9ef')],
  ['red', colour('#c2423b', '#9a302b', '#d9645c', '#f6e8e3')],
  ['rust', colour('#b7622f', '#924a22', '#cf7f4e', '#f4e9df')],
  ['sand', colour('#dcc7a4', '#bda67f', '#ebdcc1', '#f4eee3')],
  ['teal', colour('#2f8c8b', '#216b6b', '#4daaa7', '#e3eeec')],
  ['white', colour('#fbfaf6', '#dedad2', '#ffffff', '#dbe3e0')],
])
