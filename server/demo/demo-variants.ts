import type { components } from '../../generated/types.ts'
import { newId } from '../domain/ids.ts'

type ProductVariant = components['schemas']['ProductVariant']

/** The fields that the variants of a product share. Lengths are in centimetres, weights in kilograms. */
type Product = {
  title: string
  picture: string | undefined
  minimumOrderQuantity: number
  productionTime: number
  weight: number
  package: [height: number, length: number, width: number, weight: number] | undefined
  carton: [pieces: number, height: number, length: number, width: number] | undefined
  /** SKUs, each with the color of its picture, and what its title adds to the product's. */
  skus: [sku: string, color: string, options?: string][]
}

const sized = (stem: string, color: string, name: string): Product['skus'] =>
  ['S', 'M', 'L', 'XL'].map((size) => [`${stem}-${size}`, color, `${name} / ${size}`])

const products: Product[] = [
  {
    title: 'Heavyweight cotton tee',
    picture: 'tee',
    minimumOrderQuantity: 24,
    productionTime: 9,
    weight: 0.21,
    package: [3, 30, 25, 0.24],
    carton: [48, 32, 60, 40],
    skus: [
      ...sized('TEE-BLK', 'black', 'Black'),
      ...sized('TEE-WHT', 'white', 'White'),
      ...sized('TEE-FOR', 'forest', 'Forest green'),
    ],
  },
  {
    title: 'Brushed fleece hoodie',
    picture: 'hoodie',
    minimumOrderQuantity: 24,
    productionTime: 14,
    weight: 0.62,
    package: [8, 38, 30, 0.7],
    carton: [20, 42, 60, 40],
    skus: [...sized('HOD-NVY', 'navy', 'Navy'), ...sized('HOD-GRY', 'grey', 'Grey')],
  },
  {
    title: 'Insulated bottle, 750 ml',
    picture: 'bottle',
    minimumOrderQuantity: 48,
    productionTime: 12,
    weight: 0.38,
    package: [28, 9, 9, 0.45],
    carton: [24, 30, 56, 38],
    skus: [
      ['BTL-NVY-750', 'navy', 'Navy'],
      ['BTL-SND-750', 'sand', 'Sand'],
      ['BTL-RED-750', 'red', 'Red'],
    ],
  },
  {
    title: 'Ceramic mug, 350 ml',
    picture: 'mug',
    minimumOrderQuantity: 36,
    productionTime: 8,
    weight: 0.34,
    package: [11, 13, 10, 0.42],
    carton: [36, 36, 42, 32],
    skus: [
      ['MUG-WHT-350', 'white', 'White'],
      ['MUG-BLK-350', 'black', 'Black'],
    ],
  },
  {
    title: 'Dotted notebook, A5',
    picture: 'notebook',
    minimumOrderQuantity: 50,
    productionTime: 7,
    weight: 0.29,
    package: [2, 22, 15.5, 0.31],
    carton: [60, 26, 46, 34],
    skus: [
      ['NBK-FOR-A5', 'forest', 'Forest green'],
      ['NBK-NVY-A5', 'navy', 'Navy'],
      ['NBK-RST-A5', 'rust', 'Rust'],
    ],
  },
  {
    title: 'Aluminium ballpoint pen',
    picture: 'pen',
    minimumOrderQuantity: 100,
    productionTime: 6,
    weight: 0.018,
    package: [1.5, 15, 2, 0.022],
    carton: [500, 18, 32, 24],
    skus: [
      ['PEN-BLK', 'black', 'Black'],
      ['PEN-SLV', 'grey', 'Silver'],
    ],
  },
  {
    title: 'Canvas tote bag',
    picture: 'tote',
    minimumOrderQuantity: 50,
    productionTime: 8,
    weight: 0.14,
    package: [2, 40, 38, 0.15],
    carton: [100, 34, 60, 40],
    skus: [
      ['TOT-NAT', 'sand', 'Natural'],
      ['TOT-BLK', 'black', 'Black'],
    ],
  },
  {
    title: 'Ribbed knit beanie',
    picture: 'beanie',
    minimumOrderQuantity: 36,
    productionTime: 11,
    weight: 0.08,
    package: [4, 22, 20, 0.09],
    carton: [72, 34, 48, 40],
    skus: [
      ['BNE-CHR', 'charcoal', 'Charcoal'],
      ['BNE-MST', 'mustard', 'Mustard'],
      ['BNE-TEL', 'teal', 'Teal'],
    ],
  },
  {
    title: 'Cotton crew socks',
    picture: 'socks',
    minimumOrderQuantity: 60,
    productionTime: 10,
    weight: 0.07,
    package: [3, 20, 10, 0.08],
    carton: [120, 30, 50, 40],
    skus: [
      ['SCK-3640', 'teal', '36–40'],
      ['SCK-4146', 'teal', '41–46'],
    ],
  },
  {
    title: 'Enamel pin set',
    picture: 'pins',
    minimumOrderQuantity: 100,
    productionTime: 18,
    weight: 0.025,
    package: [1, 10, 8, 0.03],
    carton: [400, 22, 42, 34],
    skus: [['PIN-SET', 'mustard']],
  },
  {
    title: 'Welcome card',
    picture: undefined,
    minimumOrderQuantity: 100,
    productionTime: 4,
    weight: 0.012,
    package: undefined,
    carton: undefined,
    skus: [['CRD-WEL', 'white']],
  },
  {
    title: 'Gift box with tissue',
    picture: 'box',
    minimumOrderQuantity: 25,
    productionTime: 10,
    weight: 0.26,
    package: [12, 32, 26, 0.28],
    carton: [25, 62, 66, 54],
    skus: [['BOX-STD', 'sand']],
  },
]

/** Returns forty variants. The welcome card has no picture. */
export const demoVariants = (): ProductVariant[] =>
  products.flatMap((product) => {
    const id = newId('prd')
    const [packageHeight, packageLength, packageWidth, packageWeight] = product.package ?? []
    const [pieces, cartonHeight, cartonLength, cartonWidth] = product.carton ?? []
    return product.skus.map(([sku, color, options]) => ({
      id,
      title: options === undefined ? product.title : `${product.title} – ${options}`,
      sku,
      minimumOrderQuantity: product.minimumOrderQuantity,
      productionTime: product.productionTime,
      imageUrl: product.picture === undefined ? null : `/${product.picture}-${color}.svg`,
      piecesPerCarton: pieces ?? null,
      cartonHeight: cartonHeight ?? null,
      cartonLength: cartonLength ?? null,
      cartonWidth: cartonWidth ?? null,
      weight: product.weight,
      packageHeight: packageHeight ?? null,
      packageLength: packageLength ?? null,
      packageWidth: packageWidth ?? null,
      packageWeight: packageWeight ?? null,
    }))
  })
