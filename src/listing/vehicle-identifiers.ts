// Identifiers of a vehicle, the same in every advert. They are compared, and not part of the listing or any response.

export interface VehicleIdentifiers {
  /** The number plate, in upper case without spaces. */
  readonly registration?: string;
  /** The 17 characters of the chassis number, in upper case. */
  readonly vin?: string;
}

/** What two adverts of one vehicle share, in the order of comparison. */
export type SharedIdentifier = 'advert address' | keyof VehicleIdentifiers;
