// Names of lists, elements and sheets that hold no stock for sale, whatever they hold.

/** Names of lists, elements and sheets that repeat vehicles, or hold some that are not for sale. */
export const NOT_FOR_SALE =
  /^(?:recently[_ ]?)?(?:sold|archived?|deleted|removed|expired|withdrawn|similar|related|recommended|featured)(?:[_ ]?(?:vehicles|cars|stock|items|listings|adverts|units))?$/i;

/** Fields that only vehicles have. */
export const VEHICLE_FIELDS: ReadonlySet<string> = new Set([
  ...['make', 'model', 'make_model', 'variant', 'mileage', 'fuel_type', 'transmission', 'engine_size'],
  ...['registration', 'vin', 'price', 'year'],
]);
