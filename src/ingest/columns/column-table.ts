// Column names that all layouts know: those of the field table, then those that feed no field of their own. Of two
// columns of a field with values, the one listed first counts. A layout puts names of its own before these.
import { FIELDS } from '../../listing/fields.ts';
import { FEED_FIELDS } from '../record-result.ts';
import type { ColumnAlias } from './column-fields.ts';
import { SALE_COLUMNS } from './sale-columns.ts';

export const COLUMN_ALIASES: readonly ColumnAlias[] = [
  ...FEED_FIELDS.map((field) => ({ field, names: [field] })),
  ...FIELDS.flatMap(({ name, feed }) => [
    ...(feed?.columns === undefined ? [] : [alias(name, feed.columns)]),
    ...(feed?.columnsInUnit === undefined
      ? []
      : [{ ...alias(name, feed.columnsInUnit.names), unit: feed.columnsInUnit.unit }]),
  ]),
  ...SALE_COLUMNS,
  alias(
    'variant',
    'variant derivative version model_variant vehicle_variant vehicle_derivative model_version ' +
      'vehicle_configuration trim trim_level vehicle_trim grade series_detail series_description style_description',
  ),
  alias(
    'make_model',
    'make_model make_and_model make_model_variant make_model_derivative make_model_version make_model_trim vehicle_make_model ' +
      'vehicle car',
  ),
  alias('title', 'title headline heading header name vehicle_title vehicle_name advert_title'),
  alias('specification', 'specification spec vehicle_specification'),
  alias(
    'mileage_unit',
    'mileage.unit mileage.unit_code mileage.units mileage_uom odometer.unit odometer_reading_unit ' +
      'mileage_from_odometer.unit_code mileage_from_odometer.unit_text odometer_type',
  ),
  alias(
    'engine_unit',
    'engine_size_unit engine_capacity_unit engine_unit engine_displacement.unit_code engine_displacement.unit ' +
      'engine.unit',
  ),
  alias('currency', 'currency currency_code price_currency price.currency price.unit price.currency_code'),
  alias('address', 'address dealer_address full_address street_address dealership_address seller_address'),
  // A place that need not be a town.
  alias('branch', 'branch branch_name site site_name showroom location_name depot'),
  alias('county', 'region address.region county address.county'),
  alias(
    'registration',
    'full_registration vehicle_registration registration registration_number registration_mark ' +
      'vehicle_registration_mark vehicle_registration_number reg registration_no reg_no reg_number reg_mark vrm vrn ' +
      'reg_plate number_plate registration_plate license_plate licence_plate vehicle_identifier',
  ),
  alias(
    'vin',
    'vin vin_number chassis chassis_number chassis_no vehicle_identification_number vin_no vehicle_vin',
  ),
  alias(
    'dealer_name',
    'dealer_name dealership_name seller_name advertiser_name retailer_name store_name company_name ' +
      'dealer_trading_name trading_name company dealer.name',
  ),
  // Either a size, a fuel, or words.
  alias('engine', 'engine engine_description engine_type engine_name motor'),
  // Either a gearbox or a number of gears.
  { ...alias('gears', 'gears number_of_gears no_of_gears gear_count num_gears speeds'), phrase: '# speed' },
  alias(
    'keywords',
    'keywords colour color exterior_colour exterior_color external_colour external_color exterior body_colour ' +
      'body_color paint paint_colour manufacturer_colour manufacturer_color oem_colour generic_colour base_colour ' +
      'colour_name colour_description exterior_finish interior_colour interior_color interior upholstery trim_colour ' +
      'interior_trim seat_material roof_colour body_type body_style body body_shape vehicle_type vehicle_category ' +
      'vehicle_class cab_type wheelbase_type category drivetrain drive_type drive wheel_drive driven_wheels ' +
      'drive_wheel_configuration drive_train driver_position steering_position subtitle sub_title model_generation generation type tags tag keyword ' +
      'colour_trim internal_colour internal_trim trim_type emission_class euro_status euro_standard history vehicle_history category_marker write_off_category',
  ),
  {
    ...alias('keywords', 'doors number_of_doors no_of_doors door_count num_doors door'),
    phrase: '# door #dr',
  },
  {
    ...alias(
      'keywords',
      'seats number_of_seats no_of_seats seat_count num_seats seating_capacity vehicle_seating_capacity',
    ),
    phrase: '# seat # seater',
  },
  {
    ...alias(
      'keywords',
      'previous_owners owners number_of_owners no_of_owners no_of_previous_owners number_of_previous_owners ' +
        'previous_keepers former_keepers keepers previous_owners_count owners_count',
    ),
    phrase: '# owner',
  },
  {
    ...alias('keywords', 'service_history service_history_type service_record'),
    phrase: '# service history',
  },
  { ...alias('keywords', 'keys number_of_keys no_of_keys'), phrase: '# keys' },
  {
    ...alias(
      'keywords',
      'electric_range battery_range ev_range wltp_range range_miles range_mi range_in_miles',
    ),
    phrase: '# mile range',
  },
  { ...alias('keywords', 'mot_expiry mot_expiry_date mot_due mot_until mot'), phrase: 'MOT #' },
];

/** `names` are separated by spaces. */
function alias(field: string, names: string): ColumnAlias {
  return { field, names: names.split(' ') };
}
