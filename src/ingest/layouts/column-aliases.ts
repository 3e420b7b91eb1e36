// Column names in dealers' feeds, for every layout but Forecourt's own: those of the field table, then those that
// feed no field of their own. Of two columns of a field with values, the one listed first counts. A layout's own names
// override these.
import { FIELDS } from '../../listing/fields.ts';
import { FEED_FIELDS } from '../record-result.ts';
import type { ColumnAlias } from './layout.ts';

export const COLUMN_ALIASES: readonly ColumnAlias[] = [
  ...FEED_FIELDS.map((field) => ({ field, names: [field] })),
  ...FIELDS.flatMap(({ name, feed }) => [
    ...(feed?.columns === undefined ? [] : [alias(name, feed.columns)]),
    ...(feed?.columnsInUnit === undefined
      ? []
      : [{ ...alias(name, feed.columnsInUnit.names), unit: feed.columnsInUnit.unit }]),
  ]),
  alias(
    'variant',
    'variant derivative version model_variant vehicle_variant derivative_name model_version trim ' +
      'trim_level vehicle_trim grade',
  ),
  alias(
    'mileage_unit',
    'mileage.unit mileage_units mileage_unit odometer.unit odometer_unit odometer_units mileage_uom',
  ),
  alias('currency', 'currency currency_code price_currency price.currency price.unit'),
  alias('address', 'address dealer_address full_address street_address dealership_address'),
  alias(
    'registration',
    'full_registration vehicle_registration registration registration_number reg registration_no reg_no ' +
      'reg_number reg_mark vrm vrn number_plate license_plate licence_plate',
  ),
  alias('vin', 'vin vin_number chassis chassis_number chassis_no vehicle_identification_number'),
  alias('dealer_name', 'dealer_name dealership_name seller_name store_name dealer_trading_name'),
  alias(
    'keywords',
    'keywords colour color exterior_colour exterior_color body_colour paint manufacturer_colour ' +
      'colour_name interior_colour interior_color upholstery body_type body_style body vehicle_type ' +
      'body_shape category drivetrain drive_type drive wheel_drive title headline subtitle engine ' +
      'features options equipment standard_equipment optional_extras extras specs features.feature ' +
      'options.option equipment.item specification highlights tags',
  ),
  { ...alias('keywords', 'doors number_of_doors no_of_doors door_count num_doors'), phrase: '# door #dr' },
  { ...alias('keywords', 'seats number_of_seats no_of_seats seat_count'), phrase: '# seat # seater' },
];

/** `names` are separated by spaces. */
function alias(field: string, names: string): ColumnAlias {
  return { field, names: names.split(' ') };
}
