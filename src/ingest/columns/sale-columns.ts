// Names of columns that say whether a vehicle is for sale, whether it is new, and whether its price is without VAT.
// Sources: schema.org, Offer; the product CSV of WooCommerce and Shopify, posts of WordPress, vehicles of Meta and products of Google, by
// their public documentation; Auto Trader's names as public clients read them.
import type { ColumnAlias } from './column-fields.ts';

const NAMES: Readonly<Record<string, string>> = {
  status:
    'status vehicle_status stock_status sale_status sales_status selling_status advert_status ad_status listing_status ' +
    'web_status website_status online_status publish_status publication_status post_status wp:status product_status ' +
    'current_status car_status availability_status inventory_status item_status lifecycle_state lifecycle_status lifecycle ' +
    'metadata.lifecycle_state stock_state vehicle_state advert_state listing_state sale_state state stage sale_stage sales_stage stock_stage vehicle_stage',
  channel_status:
    'adverts.retail_adverts.autotrader_advert.status adverts.retail_adverts.advertiser_advert.status ' +
    'adverts.retail_adverts.locator_advert.status adverts.retail_adverts.profile_advert.status ' +
    'adverts.retail_adverts.export_advert.status autotrader_advert.status advertiser_advert.status locator_advert.status ' +
    'profile_advert.status export_advert.status autotrader_status advertiser_status',
  is_sold:
    'is_sold sold sold_flag vehicle_sold marked_as_sold mark_as_sold car_mark_as_sold sold_date date_sold sold_at sold_on sold_status',
  is_reserved:
    'is_reserved reserved reserved_flag reservation reservation_status adverts.reservation_status reserved_date date_reserved ' +
    'on_hold is_on_hold deposit_taken under_offer is_under_offer',
  is_available:
    'is_available available availability vehicle_availability offers.availability offer.availability in_stock is_in_stock for_sale ' +
    'is_for_sale quantity qty stock_quantity stock_level inventory_quantity inventory_level variant_inventory_qty ' +
    'quantity_available total_inventory',
  is_published:
    'is_published published publish is_live live is_active active is_enabled enabled is_visible visible visibility is_online ' +
    'advertised is_advertised add_to_web show_on_website show_on_web display_on_website display_on_web on_website on_web web_visible web_live live_on_web live_on_website',
  is_hidden: 'is_hidden hidden is_draft draft is_private private suppressed do_not_advertise',
  is_withdrawn:
    'is_withdrawn withdrawn is_deleted deleted deleted_at date_deleted is_archived archived archived_at is_removed removed expired is_expired',
  is_trade_only: 'is_trade_only trade_only trade_sale is_wholesale wholesale',
  condition:
    'condition vehicle_condition car_condition item_condition @item_condition offers.item_condition offer.item_condition ' +
    'state_of_vehicle new_used new_or_used used_or_new used_new new/used used/new ownership_condition vehicle.ownership_condition ' +
    'stock_type inventory_type sale_type',
  is_new: 'is_new new_vehicle is_new_vehicle is_new_car new_car',
  vat:
    'vat vat_status vat_type vat_scheme vat_applicable price_vat_status vat_qualifying vatable vat_treatment ' +
    'adverts.retail_adverts.vat_status price_vat',
  plus_vat: 'plus_vat is_plus_vat excludes_vat ex_vat price_excludes_vat vat_excluded',
  includes_vat: 'includes_vat vat_included price_includes_vat inc_vat including_vat is_vat_included',
  price_ex_vat:
    'price_ex_vat price_exc_vat price_excl_vat price_excluding_vat price_without_vat price_plus_vat price_net net_price ex_vat_price ' +
    'retail_price_ex_vat amount_ex_vat',
};

export const SALE_COLUMNS: readonly ColumnAlias[] = Object.entries(NAMES).map(([field, names]) => ({
  field,
  names: names.split(' '),
}));
