/** The codes of ISO 3166-1 that are assigned, of two and three letters, and XK, which carriers use for Kosovo. */
const codes = `
AD-AND AE-ARE AF-AFG AG-ATG AI-AIA AL-ALB AM-ARM AO-AGO AQ-ATA AR-ARG AS-ASM AT-AUT AU-AUS AW-ABW AX-ALA AZ-AZE
BA-BIH BB-BRB BD-BGD BE-BEL BF-BFA BG-BGR BH-BHR BI-BDI BJ-BEN BL-BLM BM-BMU BN-BRN BO-BOL BQ-BES BR-BRA BS-BHS
BT-BTN BV-BVT BW-BWA BY-BLR BZ-BLZ CA-CAN CC-CCK CD-COD CF-CAF CG-COG CH-CHE CI-CIV CK-COK CL-CHL CM-CMR CN-CHN
CO-COL CR-CRI CU-CUB CV-CPV CW-CUW CX-CXR CY-CYP CZ-CZE DE-DEU DJ-DJI DK-DNK DM-DMA DO-DOM DZ-DZA EC-ECU EE-EST
EG-EGY EH-ESH ER-ERI ES-ESP ET-ETH FI-FIN FJ-FJI FK-FLK FM-FSM FO-FRO FR-FRA GA-GAB GB-GBR GD-GRD GE-GEO GF-GUF
GG-GGY GH-GHA GI-GIB GL-GRL GM-GMB GN-GIN GP-GLP GQ-GNQ GR-GRC GS-SGS GT-GTM GU-GUM GW-GNB GY-GUY HK-HKG HM-HMD
HN-HND HR-HRV HT-HTI HU-HUN ID-IDN IE-IRL IL-ISR IM-IMN IN-IND IO-IOT IQ-IRQ IR-IRN IS-ISL IT-ITA JE-JEY JM-JAM
JO-JOR JP-JPN KE-KEN KG-KGZ KH-KHM KI-KIR KM-COM KN-KNA KP-PRK KR-KOR KW-KWT KY-CYM KZ-KAZ LA-LAO LB-LBN LC-LCA
LI-LIE LK-LKA LR-LBR LS-LSO LT-LTU LU-LUX LV-LVA LY-LBY MA-MAR MC-MCO MD-MDA ME-MNE MF-MAF MG-MDG MH-MHL MK-MKD
ML-MLI MM-MMR MN-MNG MO-MAC MP-MNP MQ-MTQ MR-MRT MS-MSR MT-MLT MU-MUS MV-MDV MW-MWI MX-MEX MY-MYS MZ-MOZ NA-NAM
NC-NCL NE-NER NF-NFK NG-NGA NI-NIC NL-NLD NO-NOR NP-NPL NR-NRU NU-NIU NZ-NZL OM-OMN PA-PAN PE-PER PF-PYF PG-PNG
PH-PHL PK-PAK PL-POL PM-SPM PN-PCN PR-PRI PS-PSE PT-PRT PW-PLW PY-PRY QA-QAT RE-REU RO-ROU RS-SRB RU-RUS RW-RWA
SA-SAU SB-SLB SC-SYC SD-SDN SE-SWE SG-SGP SH-SHN SI-SVN SJ-SJM SK-SVK SL-SLE SM-SMR SN-SEN SO-SOM SR-SUR SS-SSD
ST-STP SV-SLV SX-SXM SY-SYR SZ-SWZ TC-TCA TD-TCD TF-ATF TG-TGO TH-THA TJ-TJK TK-TKL TL-TLS TM-TKM TN-TUN TO-TON
TR-TUR TT-TTO TV-TUV TW-TWN TZ-TZA UA-UKR UG-UGA UM-UMI US-USA UY-URY UZ-UZB VA-VAT VC-VCT VE-VEN VG-VGB VI-VIR
VN-VNM VU-VUT WF-WLF WS-WSM XK-XKX YE-YEM YT-MYT ZA-ZAF ZM-ZMB ZW-ZWE`

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Countries by code, sorted by English name. */
export const countries: ReadonlyMap<string, string> = new Map(
  (codes.match(/[A-Z]{2}(?=-)/g) ?? [])
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
  unitedkingdomofgreatbritainandnorthernireland: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  grossbritannien: 'GB',
  republicofireland: 'IE',
  eire: 'IE',
  oesterreich: 'AT',
  czechrepublic: 'CZ',
  slovakrepublic: 'SK',
  turkey: 'TR',
  ivorycoast: 'CI',
  macau: 'MO',
  hongkongsar: 'HK',
  korea: 'KR',
  republicofkorea: 'KR',
  russianfederation: 'RU',
}

const codesByName = new Map<string, string>(Object.entries(otherNames))
for (const [code, name] of countries)
  for (const text of [name, shortNames.of(code) ?? code]) codesByName.set(plain(text), code)
for (const [, code = '', long = ''] of codes.matchAll(/([A-Z]{2})-([A-Z]{3})/g))
  codesByName.set(code, code).set(long, code)

/** Read when a text is no English name, because that takes a quarter of a second. */
let localNames: ReadonlyMap<string, string> | undefined

/**
 * Returns the code of a country by its code of two or three letters in any case, or its name in English or a language of
 * a country, such as AT for Österreich. Another text stays.
 */
export const countryCode = (text: string): string => {
  const name = plain(text)
  const code = codesByName.get(text.trim().toUpperCase()) ?? codesByName.get(name)
  if (code !== undefined) return code
  if (name === '') return text
  localNames ??= readLocalNames()
  return localNames.get(name) || text
}

/** Returns the codes of countries by their names in the main language of each country. That of a shared name is empty. */
function readLocalNames(): Map<string, string> {
  const read = new Map<string, string>()
  const locales = [...countries.keys()].map((code) => new Intl.Locale(`und-${code}`).maximize())
  for (const language of new Set(locales.map(({ language }) => language))) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of countries.keys()) {
      const name = plain(names.of(code) ?? '')
      read.set(name, (read.get(name) ?? code) === code ? code : '')
    }
  }
  return read
}

/**
 * Returns a name as it is compared: without "the", another name in brackets and what ISO 3166-1 puts after a comma, as
 * in "Moldova, Republic of". "Saint" and "and" have several forms.
 */
function plain(name: string): string {
  const added = /^the |(?<=.)\(.*\)\s*$|, (?!democratic).*(?: of|province of china)$/g
  const own = name.toUpperCase().toLowerCase().replaceAll(added, '')
  const words = own.replaceAll('&', 'and').replaceAll('saint', 'st')
  return words.normalize('NFKD').replaceAll(/[^\p{L}\p{M}]|[\u0300-\u036f]/gu, '')
}
