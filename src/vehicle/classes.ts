// The classes of fuels and gearboxes that searches filter by. The tables of their words (class-words.ts) have a row for each; browsers
// need the classes without the tables.

export const FUEL_TYPES = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

export const TRANSMISSIONS = ['Manual', 'Automatic'] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];
