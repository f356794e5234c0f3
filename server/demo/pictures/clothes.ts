import type { Color } from './colors.ts'

export const tee = ({ base, shade, light }: Color): string => `
<path fill="${base}" d="M150 92 98 116q-18 8-26 26L44 206l50 24 20-36v120q0 12 12 12h148q12 0 12-12V194l20 36 50-24-28-64q-8-18-26-26l-52-24q-50 40-100 0z"/>
<path fill="${shade}" opacity=".55" d="M114 194v120q0 12 12 12h22q-18-60-20-150zm172 0v120q0 12-12 12h-22q18-60 20-150z"/>
<path fill="${light}" opacity=".6" d="M98 116q-18 8-26 26L44 206l17 8 34-66q8-18 22-36zm204 0q18 8 26 26l28 64-17 8-34-66q-8-18-22-36z"/>
<path fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round" d="M51 190l49 24M349 190l-49 24M126 316h148"/>
<path fill="${shade}" d="M150 92q50 40 100 0l-8-5q-42 31-84 0z"/>
<path fill="none" stroke="${light}" stroke-width="5" d="M146 95q54 46 108 0"/>`

export const hoodie = ({ base, shade, light }: Color): string => `
<path fill="${base}" d="M142 104q-36 8-52 34-14 24-26 92l-12 78q-2 14 12 16l34 4 14-92v82q0 14 14 14h148q14 0 14-14v-82l14 92 34-4q14-2 12-16l-12-78q-12-68-26-92-16-26-52-34z"/>
<path fill="${shade}" opacity=".5" d="M112 236v82q0 14 14 14h22q-16-54-18-136zm176 0v82q0 14-14 14h-22q16-54 18-136z"/>
<path fill="${shade}" d="M200 66q-58 0-66 62 30 38 66 40 36-2 66-40-8-62-66-62z"/>
<path fill="${light}" d="M200 60c-50 0-74 34-76 72 14 26 36 42 60 50-24-24-36-44-36-62 0-22 20-36 52-36s52 14 52 36c0 18-12 38-36 62 24-8 46-24 60-50-2-38-26-72-76-72z"/>
<path fill="none" stroke="${light}" stroke-width="5" stroke-linecap="round" d="M184 180v44m32-44v38"/>
<path fill="${light}" opacity=".55" d="M146 252h108l22 54H124z"/>
<path fill="none" stroke="${shade}" stroke-width="4" stroke-linejoin="round" d="M146 252h108M146 252l-22 54m130-54 22 54"/>
<path fill="${shade}" d="M112 316h176v2q0 14-14 14H126q-14 0-14-14zM53 300l48 6-3 22-34-4q-14-2-12-16zm294 0-48 6 3 22 34-4q14-2 12-16z"/>`

export const beanie = ({ base, shade, light }: Color): string => `
<circle cx="200" cy="86" r="30" fill="${light}"/>
<path fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round" opacity=".6" d="M182 74l10 10m16-20-4 14m18 0-12 8m-28 12 12-4m8 18 0-12m20 8-10-10"/>
<path fill="${base}" d="M88 262q-8-152 112-154 120 2 112 154z"/>
<path fill="none" stroke="${shade}" stroke-width="7" stroke-linecap="round" opacity=".5" d="M120 248q-2-94 48-126m-16 126q0-90 32-132m16 132V114m48 134q0-90-32-132m64 132q2-94-48-126"/>
<rect x="74" y="240" width="252" height="76" rx="22" fill="${light}"/>
<path stroke="${shade}" stroke-width="7" stroke-linecap="round" opacity=".5" d="M102 256v44m28-44v44m28-44v44m28-44v44m28-44v44m28-44v44m28-44v44m28-44v44"/>
<rect x="174" y="262" width="52" height="32" rx="5" fill="${shade}"/>
<path stroke="${light}" stroke-width="4" stroke-linecap="round" d="M186 273h28m-28 10h18"/>`

const sock = ({ base, shade, light }: Color): string => `
<path fill="${base}" d="M0 0h86v136q0 22 20 34l52 32q26 18 14 42-10 20-40 18-60-4-104-42-28-26-28-66z"/>
<path fill="${shade}" opacity=".5" d="M0 120v34q0 40 28 66 12 10 26 18-20-48-20-118z"/>
<path fill="${light}" d="M0 0h86v44H0z"/>
<path stroke="${shade}" stroke-width="5" opacity=".45" d="M12 2v40M27 2v40M43 2v40M59 2v40M74 2v40"/>
<path fill="${shade}" d="M134 188l24 14q26 18 14 42-10 20-40 18-14-1-28-4 34-18 30-70z"/>
<path stroke="${light}" stroke-width="8" d="M0 66h86M0 84h86"/>`

export const socks = (color: Color): string => `
<g transform="translate(170 62) rotate(6)"><g opacity=".92">${sock(color)}</g></g>
<g transform="translate(80 84) rotate(-3)">${sock(color)}</g>`
