// What a name means below another: `vehicle.price` is the car's price, `dealer.postcode` its place, `finance.price` neither, and
// `dealer.id` is not the car's id. A parent that is not known may hold names that mean a car's fact anywhere, such as `mileage`.
import { columnPath } from './column-path.ts';
import type { ColumnField } from './column-fields.ts';

function keysOf(names: string): string[] {
  return names.split(' ').map((name) => columnPath(name).parts[0] ?? '');
}

/** Parents that say nothing about what is below them. */
const WRAPPERS: ReadonlySet<string> = new Set(
  keysOf(
    'vehicle car auto automobile item listing advert ad retail_advert retail data attribute property properties field ' +
      'custom_field custom meta metadata metafield product_metafield acf product node record row entry result ' +
      'standard detail vehicle_detail car_detail spec specification technical technical_data tech_spec general ' +
      'basic main info information vehicle_info fact stock stock_item inventory unit offer item_offered main_entity ' +
      'pricing price_info price_specification vehicle_data payload source core identification description usage overview summary key_fact build',
  ),
);

const PLACE_FIELDS: readonly ColumnField[] = [
  ...['loc', 'branch', 'county', 'postcode', 'latitude', 'longitude', 'address', 'dealer_name'],
];
const ENGINE_FIELDS: readonly ColumnField[] = ['engine_size', 'engine_unit', 'fuel_type', 'transmission'];

/** Parents below which a name can only feed these fields. */
const LIMITED_PARENTS: ReadonlyMap<string, readonly ColumnField[]> = new Map([
  ...entries(
    'dealer address location vehicle_location stock_location geo geo_point geolocation position coordinate place branch ' +
      'site showroom depot store available_at_or_from company organisation organization',
    PLACE_FIELDS,
  ),
  ...entries('engine performance', [...ENGINE_FIELDS, 'keywords']),
  ...entries('image', ['images', 'thumbnail']),
  ...entries('feature history mot warranty service condition exterior interior', [
    'keywords',
    'full_description',
  ]),
  // Facts of something else.
  ...entries(
    'finance finance_option finance_example financial quote quotation hp pcp pch lease leasing monthly payment deposit ' +
      'part_exchange part_ex px trade_in previous previous_vehicle similar similar_vehicle related recommended ' +
      'valuation market insurance tax mot_test test check vehicle_check owner keeper customer buyer user author creator ' +
      'contact person staff billing shipping delivery document accessory tyre wheel dimension emission review ' +
      'aggregate_rating rating breadcrumb publisher seo yoast parent category tag term embedded self link guid ' +
      'channel feed provider was old rrp msrp cost trade fee admin_fee discount saving video',
    [],
  ),
]);

function entries(parents: string, fields: readonly ColumnField[]): [string, readonly ColumnField[]][] {
  return keysOf(parents).map((parent) => [parent, fields]);
}

/** Names that mean a car's fact only below a wrapper: anything may have them. */
const GENERIC: ReadonlySet<string> = new Set(
  keysOf(
    'id key name url link href title headline description text value unit unit_code type code reference ref guid sku ' +
      'identifier date created created_at added published version category summary content note comment detail image ' +
      'photo picture media gallery price amount currency domain site stock capacity body drive engine tag address ' +
      'summary region feature option equipment colour color size website trim grade spec status state ' +
      'active enabled visible hidden live online published draft deleted removed archived expired available quantity ' +
      'sold reserved private condition new vat',
  ),
);

/** Whether a column may feed the field although these parents are above the part of its name that is known. */
export function mayFeed(field: ColumnField, parents: readonly string[], name: string): boolean {
  return parents.every((parent) => {
    if (WRAPPERS.has(parent)) return true;
    const fields = LIMITED_PARENTS.get(parent);
    return fields === undefined ? !GENERIC.has(name) : fields.includes(field);
  });
}

/** Whether the parents say nothing about what is below them. */
export function areWrappers(parents: readonly string[]): boolean {
  return parents.every((parent) => WRAPPERS.has(parent));
}
