import type { Color } from './colors.ts'

export const bottle = ({ base, shade, light }: Color): string => `
<rect x="168" y="52" width="64" height="44" rx="12" fill="#3b3836"/>
<path fill="none" stroke="#3b3836" stroke-width="12" d="M182 58q0-22 18-22t18 22"/>
<rect x="174" y="92" width="52" height="16" fill="#c9c6c1"/>
<path fill="${base}" d="M168 108h64q6 26 24 40 14 12 14 34v138q0 26-26 26h-88q-26 0-26-26V182q0-22 14-34 18-14 24-40z"/>
<path fill="${shade}" opacity=".55" d="M214 108h18q6 26 24 40 14 12 14 34v138q0 26-26 26h-26q20-8 20-34V186q0-20-10-36-12-18-14-42z"/>
<path fill="none" stroke="${light}" stroke-width="13" stroke-linecap="round" opacity=".8" d="M152 184v108"/>
<path fill="${shade}" d="M130 308h140v12q0 26-26 26h-88q-26 0-26-26z" opacity=".6"/>
<g fill="none" stroke="${light}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"><path d="M180 250l20-34 20 34zm0-28 20-34 20 34"/></g>`

export const mug = ({ base, shade, light }: Color): string => `
<path fill="none" stroke="${shade}" stroke-width="26" d="M268 160h20q44 0 44 46t-44 50h-24"/>
<path fill="none" stroke="${base}" stroke-width="16" d="M268 158h20q42 0 42 46t-42 50h-24"/>
<path fill="${base}" d="M84 124h194v150q0 48-48 48H132q-48 0-48-48z"/>
<path fill="${shade}" opacity=".55" d="M240 124h38v150q0 48-48 48h-40q50-8 50-62z"/>
<path fill="none" stroke="${light}" stroke-width="13" stroke-linecap="round" opacity=".85" d="M108 160v90"/>
<ellipse cx="181" cy="124" rx="97" ry="22" fill="${light}"/>
<ellipse cx="181" cy="125" rx="84" ry="16" fill="#5b3c2a"/>
<path fill="#7d5840" d="M104 121q40-14 100-12 46 2 58 10-40-6-84-4-46 2-74 6z"/>
<path fill="none" stroke="#b9ada0" stroke-width="7" stroke-linecap="round" opacity=".7" d="M150 88q-14-16 0-30t0-28m36 58q-14-16 0-30t0-28m36 58q-14-16 0-30t0-28"/>`
