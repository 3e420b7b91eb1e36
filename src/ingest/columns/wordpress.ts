// Vehicles of a WordPress site, as export plugins and its API write them: a post's own names, and the meta keys of theme or plugin. In all
// of them a sale price replaces the price.
// Sources: WordPress REST API Handbook, Posts (https://developer.wordpress.org/rest-api/reference/posts/); WooCommerce, Product CSV
// Import Schema (https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema), and the column headers of its Product CSV
// Import Suite, for `post_title` and the like; keys that start with `stm_` (theme Motors) and `wpcm_` (WP Car Manager), as themes and
// plugins in public repositories use them.
import type { Layout } from './column-fields.ts';

export const WORDPRESS: Layout = {
  name: 'wordpress',
  description: 'Vehicles of a WordPress site: export plugins, its API, WooCommerce',
  signature: [
    ['post_type', 'permalink'],
    ['post_title', 'post_content'],
    ['title.rendered', 'content.rendered'],
    ['content', 'permalink'],
    ['regular_price', 'sku', 'images'],
    ['stm_genuine_price'],
  ],
  columns: [
    { field: 'id', names: ['stock_number', 'vehicle_id', 'post_id', 'id', 'sku'] },
    { field: 'advert_url', names: ['permalink', 'link'] },
    { field: 'price', names: ['sale_price', 'price', 'stm_genuine_price', 'regular_price'] },
    { field: 'full_description', names: ['post_content', 'content', 'content.rendered', 'description'] },
    { field: 'title', names: ['post_title', 'title', 'title.rendered'] },
  ],
};
