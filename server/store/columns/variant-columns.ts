import type { components } from '../../../generated/types.ts'
import { columnsOf } from './columns.ts'

/** The column of each field of a variant. */
export const variantColumns = columnsOf<components['schemas']['ProductVariant']>()({
  id: 'product_id',
  title: 'title',
  sku: 'sku',
  minimumOrderQuantity: 'minimum_order_quantity',
  productionTime: 'production_time',
  imageUrl: 'image_url',
  piecesPerCarton: 'pieces_per_carton',
  cartonHeight: 'carton_height',
  cartonLength: 'carton_length',
  cartonWidth: 'carton_width',
  weight: 'weight',
  packageHeight: 'package_height',
  packageLength: 'package_length',
  packageWidth: 'package_width',
  packageWeight: 'package_weight',
})
