// Stock as Auto Trader Connect describes it: nested JSON of vehicle, advertiser, adverts, metadata, features and media. Its price is the
// one that the dealer supplied for the retail advert.
// Source: its field names as a client in a public repository reads them (https://github.com/Pandorax100/AutoTrader).
import type { Layout } from './column-fields.ts';

export const AUTOTRADER: Layout = {
  name: 'autotrader',
  description: 'Stock of Auto Trader Connect, nested JSON or flattened to columns',
  signature: [
    ['odometer_reading_miles', 'badge_engine_size_litres'],
    ['odometer_reading_miles', 'advertiser_id'],
    ['odometer_reading_miles', 'lifecycle_state'],
    ['odometer_reading_miles', 'derivative'],
  ],
  columns: [
    { field: 'id', names: ['stock_id', 'external_stock_id'] },
    { field: 'price', names: ['supplied_price', 'total_price', 'forecourt_price'] },
    { field: 'variant', names: ['derivative', 'trim'] },
    { field: 'year', names: ['year_of_manufacture'] },
    { field: 'full_description', names: ['description', 'description2', 'attention_grabber'] },
  ],
};
