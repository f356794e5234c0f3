/** The codes of ISO 3166-1 alpha-2 that are assigned, and XK, which carriers use for Kosovo. */
const codes = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Countries by code, sorted by English name. */
export const countries: ReadonlyMap<string, string> = new Map(
  (codes.match(/[A-Z]{2}/g) ?? [])
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en')),
)

const shortNames = new Intl.DisplayNames('en', { type: 'region', style: 'short' })

/** Names and abbreviations that forms and other programs have. */
const otherNames = {
  uae: 'AE',
  usa: 'US',
  unitedstatesofamerica: 'US',
  greatbritain: 'GB',
  republicofireland: 'IE',
  czechrepublic: 'CZ',
  turkey: 'TR',
  ivorycoast: 'CI',
  macau: 'MO',
  hongkongsar: 'HK',
}

const codesByName = new Map<string, string>(Object.entries(otherNames))
for (const [code, name] of countries)
  for (const text of [code, name, shortNames.of(code) ?? code]) codesByName.set(plain(text), code)

/** Returns the code of a country by its code in any case or its English name, such as HK for Hong Kong. Another text stays. */
export const countryCode = (text: string): string => codesByName.get(plain(text)) ?? text

/** Returns a name as it is compared: without "the" and another name in brackets. "Saint" and "and" have several forms. */
function plain(name: string): string {
  const own = name.toLowerCase().replaceAll(/^the |(?<=.)\(.*\)\s*$/g, '')
  const words = own.replaceAll('&', 'and').replaceAll('saint', 'st')
  return words.normalize('NFKD').replaceAll(/[^a-z]/g, '')
}
