import type { Color } from './colors.ts'

const dots = (): string =>
  Array.from({ length: 7 }, (_, row) =>
    Array.from(
      { length: 3 },
      (_, column) => `<circle cx="${303 + column * 9}" cy="${112 + row * 30}" r="2"/>`,
    ).join(''),
  ).join('')

export const notebook = ({ base, shade, light }: Color): string => `
<g transform="rotate(-5 200 200)">
<path fill="#fffdf6" d="M120 72h200q10 0 10 10v240q0 10-10 10H120z"/>
<g fill="#c9c2b4">${dots()}</g>
<path fill="${base}" d="M96 66h184q14 0 14 14v244q0 14-14 14H96q-14 0-14-14V80q0-14 14-14z"/>
<path fill="${shade}" d="M96 66h26v272H96q-14 0-14-14V80q0-14 14-14z"/>
<path stroke="${light}" stroke-width="3" stroke-dasharray="8 7" d="M130 74v256"/>
<rect x="152" y="112" width="108" height="62" rx="7" fill="${light}"/>
<path stroke="${base}" stroke-width="6" stroke-linecap="round" d="M170 134h72m-72 19h44"/>
<rect x="262" y="66" width="13" height="272" fill="${shade}"/>
<path fill="#c2423b" d="M214 338h14v34l-7-8-7 8z"/>
</g>`

export const pen = ({ base, shade, light }: Color): string => `
<g transform="rotate(42 200 200)">
<path fill="#c9c6c1" d="M186 322h28l-8 40-6 14-6-14z"/>
<path fill="#57534f" d="M196 364h8l-4 12z"/>
<rect x="180" y="70" width="40" height="254" rx="9" fill="${base}"/>
<path fill="${shade}" opacity=".6" d="M206 70h5q9 0 9 9v236q0 9-9 9h-5z"/>
<path stroke="${light}" stroke-width="7" stroke-linecap="round" d="M191 92v118"/>
<rect x="180" y="218" width="40" height="12" fill="#d8d5d0"/>
<path stroke="${shade}" stroke-width="4" d="M184 250h32m-32 14h32m-32 14h32m-32 14h32" opacity=".7"/>
<rect x="188" y="46" width="24" height="26" rx="7" fill="#c9c6c1"/>
<path fill="#d8d5d0" d="M212 60h22q7 0 7 7v108q0 8-7 8t-7-8V76h-15z"/>
</g>`

export const box = ({ base, shade, light }: Color): string => `
<path fill="${shade}" d="M78 180h244v136q0 14-14 14H92q-14 0-14-14z"/>
<path fill="${base}" d="M78 180h170v150H92q-14 0-14-14z"/>
<path fill="#fffaf2" d="M96 180q10-40 34-44 16 20 30 6 22-34 44-10 14 22 32 4 26-22 42 4 14 20 30 40z"/>
<path fill="#e6dbcb" d="M130 136q4 22-6 44h24q10-18 12-38-14 14-30-6zm74-4q-4 24 2 48h22q4-22 8-44-18 18-32-4z"/>
<path fill="${light}" d="M64 176h272q8 0 8 8v26q0 8-8 8H64q-8 0-8-8v-26q0-8 8-8z"/>
<path fill="#1f5c4a" d="M182 176h36v154h-36z"/>
<path fill="#17473a" d="M182 176h36v42h-36z"/>
<path fill="none" stroke="#2f7d66" stroke-width="13" stroke-linejoin="round" d="M200 178c-58 4-88-16-80-36 8-18 50-12 80 36zm0 0c58 4 88-16 80-36-8-18-50-12-80 36z"/>
<circle cx="200" cy="178" r="13" fill="#1f5c4a"/>`
