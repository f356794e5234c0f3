import { columns } from '../../intake/files/read-orders.ts'

const columnLine = ({ name, required, about }: (typeof columns)[number]): string =>
  `  ${name.padEnd(20)} ${required ? '*' : ' '} ${about}`.trimEnd()

/** Describes the file of orders import: its columns, and an example of each format. */
export const importHelp = `
Columns (* required):

${columns.map(columnLine).join('\n')}

Example orders.csv:

  sourceOrderNumber,status,trackingNumber,carrierCode,shipTo.firstName,shipTo.lastName,shipTo.email,shipTo.street1,shipTo.city,shipTo.zip,shipTo.country,sku,quantity
  SO-1001,SHIPPED,1Z999AA10123456784,ups,Maya,Lindqvist,maya@example.com,418 Alder Street,Portland,97205,US,TEE-BLK-M,2
  SO-1001,,,,,,,,,,,MUG-WHT-350,1

Example orders.jsonl:

  {"sourceOrderNumber":"SO-1001","status":"AWAITING_SHIPMENT","shipTo":{"firstName":"Maya","lastName":"Lindqvist","email":"maya@example.com","street1":"418 Alder Street","city":"Portland","zip":"97205","country":"US"},"products":[{"sku":"TEE-BLK-M","quantity":2}]}

An order whose number already exists is updated to the state in the file. Importing a file again
changes nothing. Rows that cannot be imported are reported with their line on stderr, the others are
imported, and the exit code is 1.`
