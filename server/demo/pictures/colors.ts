/** The shades of a color in a drawing. `ground` is the background. */
export type Color = { base: string; shade: string; light: string; ground: string }

const color = (base: string, shade: string, light: string, ground: string): Color => ({
  base,
  shade,
  light,
  ground,
})

/** Colors by their name in a picture's file name. */
export const colors: ReadonlyMap<string, Color> = new Map([
  ['black', color('#303034', '#1f1f22', '#4a4a50', '#ece7df')],
  ['charcoal', color('#54565b', '#3c3e42', '#6f7177', '#ebe7e0')],
  ['forest', color('#2f5f47', '#214635', '#437c5f', '#e8ede2')],
  ['grey', color('#abadb1', '#898b90', '#c6c8cb', '#edebe6')],
  ['mustard', color('#dba52f', '#b48120', '#ecc15f', '#f7efdc')],
  ['navy', color('#2b4068', '#1e2e4d', '#405b8c', '#e6e9ef')],
  ['red', color('#c2423b', '#9a302b', '#d9645c', '#f6e8e3')],
  ['rust', color('#b7622f', '#924a22', '#cf7f4e', '#f4e9df')],
  ['sand', color('#dcc7a4', '#bda67f', '#ebdcc1', '#f4eee3')],
  ['teal', color('#2f8c8b', '#216b6b', '#4daaa7', '#e3eeec')],
  ['white', color('#fbfaf6', '#dedad2', '#ffffff', '#dbe3e0')],
])
