import { raw } from 'hono/html'

/** The style of the report, light and dark. */
export const style = raw(`
:root { color-scheme: light dark; --ink: #1c2430; --soft: #667085; --line: #e4e7ec; --paper: #fff; --back: #f6f7f9;
  --good: #067647; --good-back: #ecfdf3; --bad: #b42318; --bad-back: #fef3f2; --wait: #667085; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #2a3240; --paper: #161b24; --back: #0e1218;
  --good: #6ce9a6; --good-back: #0c2a1d; --bad: #fda29b; --bad-back: #3a1512; --wait: #98a2b3; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); }
header, main { max-width: 1560px; margin: 0 auto; padding: 24px; }
header { border-bottom: 3px solid currentColor; }
header.good { color: var(--good); } header.bad { color: var(--bad); }
header p, header dl { color: var(--ink); }
h1 { margin: 0; font-size: 30px; } h2 { margin: 32px 0 8px; } h3 { margin: 24px 0 8px; text-transform: capitalize; }
dl { display: flex; flex-wrap: wrap; gap: 8px 40px; margin: 16px 0 0; }
dt { color: var(--soft); font-size: 13px; } dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); }
table { border-collapse: collapse; width: 100%; background: var(--paper); }
section table { border: 1px solid var(--line); border-radius: 10px; }
th, td { text-align: left; vertical-align: top; padding: 7px 9px; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-size: 13px; font-weight: 600; border-top: 0; }
small { display: block; color: var(--soft); font-size: 12px; font-weight: 400; }
.matrix tbody th { white-space: nowrap; position: sticky; left: 0; background: var(--paper); }
.none { color: var(--line); }
.chip { display: inline-block; margin: 2px 4px 2px 0; padding: 1px 8px; border-radius: 99px; font-size: 13px; white-space: nowrap; }
.chip b { font-variant-numeric: tabular-nums; font-weight: 600; opacity: .75; }
.seen { color: var(--good); background: var(--good-back); }
.unseen { color: var(--bad); background: var(--bad-back); outline: 1px solid currentColor; }
.excused { color: var(--wait); background: var(--back); }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.laws td:first-child { white-space: nowrap; width: 1%; } .laws td:nth-child(3) { color: var(--soft); width: 26%; }
.verdict { font-weight: 600; } .kept .verdict { color: var(--good); } .broken .verdict { color: var(--bad); } .skipped .verdict { color: var(--wait); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 12px; border-radius: 8px; background: var(--bad-back); font-size: 13px; }
`)
