// Shopify's export of products, with the car's facts in metafields. An export has no address of the product's page: it is made of `Handle`.
// Source: Shopify Help Center, Using CSV files to import and export products
// (https://help.shopify.com/en/manual/products/import-export/using-csv).
import type { Layout } from './column-fields.ts';

export const SHOPIFY: Layout = {
  name: 'shopify',
  description: 'Product export of Shopify, with the facts of the car in metafields',
  signature: [
    ['handle', 'variant_price'],
    ['handle', 'variant_sku'],
  ],
  columns: [
    { field: 'id', names: ['variant_sku', 'handle'] },
    { field: 'price', names: ['variant_price'] },
    { field: 'images', names: ['image_src', 'variant_image'] },
    { field: 'dealer_name', names: ['vendor'] },
    { field: 'title', names: ['title'] },
    { field: 'keywords', names: ['type', 'tags'] },
  ],
};
