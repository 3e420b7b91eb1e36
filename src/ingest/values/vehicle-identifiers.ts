// Reads registrations and VINs, which identify a vehicle across dealers. Likely placeholders (`UNREG`, seventeen zeros) are
// invalid: they would merge many vehicles into one.
import { isBlankValue, isPlaceholder } from './text.ts';
import { NOT_GIVEN, UNREADABLE, type FieldValue } from './field-value.ts';

/** British ones, and Irish ones since 1987: `182-D-12345`. */
const REGISTRATION = /^(?:(?=[A-Z0-9]{2,8}$)(?=.*[A-Z])(?=.*[1-9])|[0-9]{2,3}[A-Z]{1,2}[0-9]{1,6}$)/;
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** A registration without separators: `AB12CDE` for `ab12 cde`. */
export function readRegistration(value: unknown): FieldValue<string> {
  return readIdentifier(value, (identifier) => REGISTRATION.test(identifier));
}

/** A VIN of 17 characters. */
export function readVin(value: unknown): FieldValue<string> {
  return readIdentifier(value, (identifier) => VIN.test(identifier) && new Set(identifier).size > 3);
}

function readIdentifier(value: unknown, isValid: (identifier: string) => boolean): FieldValue<string> {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return UNREADABLE;
  const text = value.trim();
  if (isBlankValue(text)) return null;
  if (isPlaceholder(text)) return NOT_GIVEN;
  const identifier = text.length > 40 ? '' : text.toUpperCase().replace(/[\s.-]+/g, '');
  return isValid(identifier) ? identifier : UNREADABLE;
}

/** The VIN of a record's values, else the registration, as an id, behind its field. */
export function vehicleIdOf(values: {
  readonly vin?: unknown;
  readonly registration?: unknown;
}): readonly [field: string, id: string] | undefined {
  const read = { vin: readVin(values.vin), registration: readRegistration(values.registration) };
  return Object.entries(read).find((entry): entry is [string, string] => typeof entry[1] === 'string');
}
