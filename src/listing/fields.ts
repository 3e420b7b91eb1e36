// The field table: one row for each field of a listing, responses and feeds. The rows with `inResponse` are in the order of
// the public response. Every surface loops over these rows; test/made-up-fields.test.ts holds them to it.
import { FULL_TEXT, NO_FILTER, PLACE, type Field } from './field.ts';
import { OFFER_FIELDS } from './offer-fields.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_DISTANCE_KM, MAX_IMAGES } from './value-limits.ts';
import { VEHICLE_FIELDS } from './vehicle-fields.ts';

export const FIELDS: readonly Field[] = [
  ...VEHICLE_FIELDS,
  ...OFFER_FIELDS,
  {
    name: 'url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    inResponse: true,
    filter: NO_FILTER,
    description:
      "The link to show to people as the link to the vehicle. It leads to the dealer's advert for as long as that is listed.",
    example:
      'https://forecourt.example/cars/redirect/?api_target=https%3A%2F%2Fnorthgate-cars.example%2Fstock%2F8841',
  },
  {
    name: 'loc',
    property: 'loc',
    kind: 'text',
    nullable: true,
    inResponse: true,
    feed: {
      reader: 'word',
      columns:
        'address.town address.city address.locality town city post_town dealer_town dealer_city seller_town ' +
        'seller_city town_city city_name county_town vehicle_town vehicle_city location.town location.city ' +
        'location_town location_city branch.town branch.city site.town site.city location vehicle_location stock_location ' +
        'sales_location branch_town branch_city site_town site_city store_town store_city showroom_town where',
    },
    filter: FULL_TEXT,
    text: { column: 'loc' },
    column: { title: 'PLACE', order: 8, maxWidth: 20 },
    description: 'General location as text, usually a town. Null: not known.',
    example: 'Leeds',
  },
  {
    name: 'postcode',
    property: 'postcode',
    kind: 'postcode',
    nullable: true,
    inResponse: false,
    feed: {
      reader: 'postcode',
      columns:
        'post_code postal_code zip zip_code dealer_postcode seller_postcode branch_postcode site_postcode ' +
        'vehicle_postcode location_postcode location.postcode address.postcode address.postal_code ' +
        'address.zip dealer.postcode dealer_zip seller_zip',
    },
    filter: PLACE,
    description:
      'Where the vehicle stands, as a UK postcode. It gives the position when there are no coordinates.',
    example: 'LS1 4AP',
  },
  {
    name: 'latitude',
    property: 'point',
    kind: 'number',
    unit: 'degrees',
    nullable: true,
    inResponse: false,
    feed: {
      reader: 'latitude',
      columns:
        'lat geo_lat dealer_latitude location.latitude location.lat address.latitude geo.latitude geo.lat',
    },
    filter: PLACE,
    description: 'Latitude of the vehicle in WGS84 degrees. Sent together with longitude, or not at all.',
    example: 53.7965,
  },
  {
    name: 'longitude',
    property: 'point',
    kind: 'number',
    unit: 'degrees',
    nullable: true,
    inResponse: false,
    feed: {
      reader: 'longitude',
      columns:
        'lng lon long geo_lng geo_lon dealer_longitude location.longitude location.lng location.lon ' +
        'address.longitude geo.longitude geo.lng',
    },
    filter: PLACE,
    description: 'Longitude of the vehicle in WGS84 degrees. Sent together with latitude, or not at all.',
    example: -1.5478,
  },
  {
    name: 'thumbnail',
    property: 'thumbnail',
    kind: 'address',
    nullable: true,
    inResponse: true,
    feed: {
      reader: 'image',
      columns:
        'thumb thumbnail_url thumb_url thumbnail_link thumbnail_image thumbnail.url image_thumbnail ' +
        'image.thumb preview_image',
    },
    filter: NO_FILTER,
    description: 'Address of a small picture. Null: there is none.',
    example: 'https://northgate-cars.example/pictures/8841-small.jpg',
  },
  {
    name: 'images',
    property: 'images',
    kind: 'addresses',
    limit: MAX_IMAGES,
    nullable: false,
    inResponse: true,
    feed: {
      reader: 'images',
      columns:
        'main_image main_image_url primary_image primary_image_url featured_image featured_image_url ' +
        'main_photo main_picture image image_url image_link image_src image_href image_ref picture ' +
        'picture_url picture_ref picture_link photo photo_url photo_link media media_url gallery image_list ' +
        'picture_list photo_list image_gallery photo_gallery gallery_image image_set additional_image ' +
        'additional_image_link additional_image_url other_image more_image extra_image image.large image.content_url ' +
        'image.original image.full image.medium image.file image.source variant_image image_url_list image_link_list',
    },
    filter: NO_FILTER,
    description: 'Addresses of pictures, at most 100. Never null; empty when there are none.',
    example: ['https://northgate-cars.example/pictures/8841-1.jpg'],
  },
  {
    name: 'full_description',
    property: 'fullDescription',
    kind: 'text',
    limit: MAX_DESCRIPTION_LENGTH,
    nullable: true,
    inResponse: true,
    feed: {
      reader: 'description',
      columns:
        'description long_description vehicle_description advert_description sales_description ' +
        'listing_description product_description description_text advert_text advertising_text ad_text ' +
        'sales_text write_up body_html post_content content.encoded content comments seller_comments ' +
        'sellers_comments dealer_comments dealer_notes vehicle_comments comment notes free_text details ' +
        'more_details extra_description additional_description additional_information additional_info ' +
        'further_information vehicle_details attention_grabber attention_grabber_short grabber strapline ' +
        'strap_line tagline key_selling_point selling_point summary short_description excerpt options ' +
        'features equipment standard_equipment optional_equipment optional_extras factory_options extras ' +
        'accessories standard_features additional_features vehicle_features ' +
        'vehicle_options key_features option_list feature_list highlights service_history_text ' +
        'service_history_details warranty_description text interior_features exterior_features',
    },
    filter: FULL_TEXT,
    text: { column: 'fullDescription' },
    description: "The dealer's description, at most 20,000 characters. Null: there is none.",
    example: 'One owner, full service history, heated seats.',
  },
  {
    name: 'distance_km',
    property: null,
    kind: 'number',
    unit: 'km',
    limit: MAX_DISTANCE_KM,
    nullable: true,
    inResponse: true,
    filter: PLACE,
    column: { title: 'KM', order: 9, maxWidth: 8 },
    description:
      'Great-circle distance from the requested location, in kilometres with two decimals; 0 is a value. ' +
      'Null: no location was sent, or the position of the listing is not known.',
    example: 12.34,
  },
  {
    name: 'id',
    property: 'id',
    kind: 'text',
    nullable: false,
    inResponse: false,
    feed: {
      reader: 'identity',
      isRequired: true,
      columns:
        '@key vehicle_id stock_id stock_number stock_no stock_ref stock_reference stock_code stock_item_id stock ' +
        'unique_stock_id external_stock_id advert_id ad_id advert_ref advert_reference listing_id ' +
        'listing_ref car_id offer_id vehicle_ref vehicle_reference vehicle_number vehicle_no unique_id ' +
        'unique_ref reference reference_number ref ref_no post_id product_id item_id external_id ' +
        'variant_sku sku handle guid uuid identifier',
    },
    filter: NO_FILTER,
    description: "The dealer's own id of the listing, unique within the dealer.",
    example: '8841',
  },
  {
    name: 'advert_url',
    property: 'advertUrl',
    kind: 'address',
    nullable: false,
    inResponse: false,
    feed: {
      reader: 'identity',
      isRequired: true,
      columns:
        'vehicle_url listing_url detail_url details_url detail_page_url vehicle_details_url vdp_url vdp_link deep_link ' +
        'deeplink deep_link_url advert_link advert_page_url vehicle_link vehicle_page_url vehicle_web_url ' +
        'car_url car_link stock_url item_url product_url product_link page_url web_link web_page web_url ' +
        'permalink ad_url final_url landing_page_url canonical_link canonical_url advert.url url link ' +
        'link.href link.website href link_url website_link website_url web_address view_url ' +
        'online_store_url link_template',
    },
    filter: NO_FILTER,
    description:
      "Address of the dealer's advert, absolute, http or https. `url` in responses redirects to it.",
    example: 'https://northgate-cars.example/stock/8841',
  },
  {
    name: 'arrived_at',
    property: 'arrivedAt',
    kind: 'instant',
    nullable: true,
    inResponse: false,
    feed: {
      reader: 'instant',
      columns:
        'date_added added_date created_at date_created created_date creation_date created date_listed ' +
        'listed_at listed_date listing_date date_advertised date_first_on_lot first_listed published_at ' +
        'date_published published_date publish_date pub_date date_posted posted_at post_date on_sale_date ' +
        'in_stock_date date_in_stock stock_date date_into_stock stocked_date arrival_date date_arrived',
    },
    filter: NO_FILTER,
    description: 'When the listing first arrived, in ISO 8601. Without it, the time of its first import.',
    example: '2026-03-14T09:30:00Z',
  },
];
