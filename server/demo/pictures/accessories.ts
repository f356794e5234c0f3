import type { Color } from './colors.ts'

export const tote = ({ base, shade, light }: Color): string => `
<path fill="none" stroke="${shade}" stroke-width="15" d="M146 168V112q0-58 54-58t54 58v56"/>
<path fill="${base}" d="M92 148h216l14 176q2 22-20 22H98q-22 0-20-22z"/>
<path fill="${shade}" opacity=".5" d="M272 148h36l14 176q2 22-20 22h-44q24-8 22-36z"/>
<path fill="${light}" d="M92 148h216l2 24H90z"/>
<path stroke="${shade}" stroke-width="3" stroke-dasharray="8 7" d="M92 178h216"/>
<path fill="none" stroke="${base}" stroke-width="15" d="M132 210V118q0-62 68-62t68 62v92" />
<path fill="none" stroke="${light}" stroke-width="4" d="M132 200V118q0-62 68-62t68 62v82" opacity=".8"/>
<g fill="none" stroke="${shade}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"><path d="M200 238c-30 0-46 20-46 42 26 0 46-14 46-42zm0 0c30 0 46 20 46 42-26 0-46-14-46-42zm0 0v70"/></g>`

export const pins = ({ base, shade, light }: Color): string => `
<rect x="84" y="56" width="232" height="288" rx="18" fill="#fffaf2"/>
<path fill="#e6dbcb" d="M300 56q16 2 16 18v252q0 18-18 18H102q-12 0-16-10h192q22 0 22-22z"/>
<circle cx="200" cy="80" r="9" fill="#cfc2b0"/>
<g stroke="${shade}" stroke-width="7" stroke-linejoin="round">
<circle cx="146" cy="154" r="36" fill="${base}"/>
<path fill="${light}" d="M254 112l12 27 29 3-22 19 7 29-26-15-26 15 7-29-22-19 29-3z"/>
<path fill="#c2423b" d="M146 288c-44-28-42-64-18-64 10 0 18 12 18 12s8-12 18-12c24 0 26 36-18 64z"/>
<path fill="#2f8c8b" d="M220 240l36-26 36 26-14 42h-44z"/>
</g>
<path fill="none" stroke="${light}" stroke-width="8" stroke-linecap="round" d="M126 140q6-14 20-15"/>
<path fill="none" stroke="#fffaf2" stroke-width="6" stroke-linecap="round" opacity=".8" d="M124 244q2-8 9-8m100 10 22-16"/>`
