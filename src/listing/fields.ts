// The field table: one row for each field of a listing, responses and feeds. The rows with `inResponse` are in the order of
// the public response. Every surface loops over these rows; test/made-up-fields.test.ts holds them to it.
import { FULL_TEXT, NO_FILTER, PLACE, type Field } from './field.ts';
import { VEHICLE_FIELDS } from './vehicle-fields.ts';

export const FIELDS: readonly Field[] = [
  ...VEHICLE_FIELDS,
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
        'location city town address.city address.town address.locality dealer_city dealer_town ' +
        'location_name branch site location.city region address.region county address.county',
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
        'post_code postal_code zip zip_code dealer_postcode location_postcode address.postal_code ' +
        'address.postcode address.zip vehicle_postcode location.postcode',
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
      columns: 'lat geo_lat location.latitude location.lat address.latitude',
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
      columns: 'lng lon long geo_lng location.longitude location.lng address.longitude',
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
      columns: 'thumb thumbnail_url thumb_url thumbnail_link thumbnail_image',
    },
    filter: NO_FILTER,
    description: 'Address of a small picture. Null: there is none.',
    example: 'https://northgate-cars.example/pictures/8841-small.jpg',
  },
  {
    name: 'images',
    property: 'images',
    kind: 'addresses',
    nullable: false,
    inResponse: true,
    feed: {
      reader: 'images',
      columns:
        'image_url image_link main_image primary_image main_photo picture photo image image.url ' +
        'picture.url photo.url image_urls image_list image_links picture_refs picture_urls pictures ' +
        'photos photo_urls photo_list picture_list media media_urls gallery additional_image_link ' +
        'additional_image_links additional_images images.image images.url pictures.picture pictures.url ' +
        'photos.photo photos.url images.image.url pictures.picture.url photos.photo.url image# ' +
        'image_url# image_#_url image[#].url images[#] images[#].url images[#].href images.image[#].url ' +
        'pictures[#].url pictures.picture[#].url photos[#].url photos.photo[#].url picture# ' +
        'picture_url# picture[#].url photo# photo_url# photo[#].url image_link#',
    },
    filter: NO_FILTER,
    description: 'Addresses of pictures, at most 100. Never null; empty when there are none.',
    example: ['https://northgate-cars.example/pictures/8841-1.jpg'],
  },
  {
    name: 'full_description',
    property: 'fullDescription',
    kind: 'text',
    nullable: true,
    inResponse: true,
    feed: {
      reader: 'description',
      columns:
        'description long_description advert_text comments notes details vehicle_description ' +
        'seller_comments dealer_comments advert_description sales_description attention_grabber summary ' +
        'short_description',
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
        'vehicle_id stock_id stock_number stock_no stock_ref stock advert_id ad_id listing_id car_id ' +
        'offer_id vehicle_ref reference ref unique_id guid sku',
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
        'vehicle_url listing_url detail_url details_url vdp_url deep_link deeplink advert_link ' +
        'vehicle_link product_url page_url web_link permalink ad_url url link link.href href ' +
        'website_url',
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
        'date_added created_at date_created date_listed listed_at date_first_on_lot first_listed ' +
        'published_at in_stock_date date_in_stock stock_date',
    },
    filter: NO_FILTER,
    description: 'When the listing first arrived, in ISO 8601. Without it, the time of its first import.',
    example: '2026-03-14T09:30:00Z',
  },
];
