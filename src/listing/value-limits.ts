// Limits of a listing's values. Imports keep to them, and the API's schemas promise them.

export const MAX_MILES = 2_000_000;
export const MAX_LITRES = 20;
/** Prices are below it. */
export const MAX_PRICE_GBP = 100_000_000;
/** Half of the Earth's circumference, rounded up. */
export const MAX_DISTANCE_KM = 20_016;
export const MAX_IMAGES = 100;
/** In UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
