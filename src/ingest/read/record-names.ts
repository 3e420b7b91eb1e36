// Names of lists, elements and sheets that hold no stock for sale, whatever they hold.

const WHAT = 'sold|archived?|deleted|removed|expired|withdrawn|similar|related|recommended|featured';

/** Lists and elements that repeat vehicles, or hold some that are not for sale; names without signs. */
export const NOT_FOR_SALE = new RegExp(
  `^(?:recently_?)?(?:${WHAT})(?:_?(?:vehicles|cars|stock|items|listings|adverts))?$`,
  'i',
);
/** The same of sheets. */
export const NOT_FOR_SALE_SHEET = new RegExp(
  `^(?:recently )?(?:${WHAT})(?: (?:vehicles|cars|stock|units))?$`,
  'i',
);

/** Fields that only vehicles have. */
export const VEHICLE_FIELDS: ReadonlySet<string> = new Set([
  ...['make', 'model', 'make_model', 'variant', 'mileage', 'fuel_type', 'transmission', 'engine_size'],
  ...['registration', 'vin', 'price', 'year'],
]);
