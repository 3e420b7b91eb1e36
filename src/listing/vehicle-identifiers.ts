// By what a vehicle is known wherever it is advertised. It is no part of a listing: it is compared, and never shown.

export interface VehicleIdentifiers {
  /** The number plate, in upper case without spaces. */
  readonly registration?: string;
  /** The 17 characters of the chassis number, in upper case. */
  readonly vin?: string;
}

/** What two places of one vehicle have in common, in the order in which it is looked at. */
export type SharedIdentifier = 'advert address' | keyof VehicleIdentifiers;
