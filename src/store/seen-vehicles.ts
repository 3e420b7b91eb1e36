// The set of vehicles seen in one transaction, by hashes of advert URL, registration and VIN, with the id and position of each
// one's first occurrence. An open-addressing hash table: about 30 bytes per identifier, no reads of the store.
import { fnv1a } from '../hash.ts';
import { randomBytes } from 'node:crypto';
import type { SharedIdentifier, VehicleIdentifiers } from '../listing/listing.ts';
import { IDENTIFIERS, identifierKey } from './vehicle-table.ts';

/** The first occurrence of a vehicle. */
export interface SeenVehicle {
  readonly id: string;
  /** Its position in the run, a whole number below 2^48. */
  readonly position: number;
}

export interface DuplicateVehicle extends SeenVehicle {
  readonly shared: SharedIdentifier;
}

/** A random number that separates one dealer's vehicles from all others. */
export interface DealerSalt {
  readonly low: number;
  readonly high: number;
}

// Hashes are cut to 64 bits: among ten million identifiers, the chance of any collision is one in 300,000. Forced collisions
// affect only the dealer's own listings.
/** Numbers per slot: both halves of the hash, and the vehicle's offset plus one. */
const SLOT = 3;
const INITIAL_SLOTS = 1024;

const PAGE_BYTES = 2 ** 20;
const POSITION_BYTES = 6;
const LENGTH_BYTES = 2;
const MAX_POSITION = 2 ** (8 * POSITION_BYTES) - 1;

export class SeenVehicles {
  #slots = new Uint32Array(INITIAL_SLOTS * SLOT);
  #used = 0;
  /** Each vehicle as its position, the length of its id, and the id. No vehicle crosses a page boundary. */
  readonly #pages: Buffer[] = [];
  #end = 0;

  static salt(): DealerSalt {
    const bytes = randomBytes(8);
    return { low: bytes.readUInt32LE(0), high: bytes.readUInt32LE(4) };
  }

  /** The first occurrence by registration or VIN. */
  findByIdentifiers(salt: DealerSalt, identifiers: VehicleIdentifiers): DuplicateVehicle | undefined {
    for (const identifier of IDENTIFIERS) {
      const value = identifiers[identifier];
      const found = value === undefined ? undefined : this.findAt(salt, identifierKey(identifier, value));
      if (found !== undefined) return { ...found, shared: identifier };
    }
    return undefined;
  }

  /** Adds a vehicle by its hashes; with `isFoundById`, `hasId` finds it too. */
  add(
    salt: DealerSalt,
    advertKey: Buffer | undefined,
    identifiers: VehicleIdentifiers | undefined,
    sent: SeenVehicle,
    isFoundById = false,
  ): void {
    const vehicle = this.#append(sent);
    if (isFoundById) this.#add(hashOfId(salt.low, sent.id), hashOfId(salt.high, sent.id), vehicle);
    if (advertKey !== undefined) this.#addIdentifier(salt, advertKey, vehicle);
    if (identifiers === undefined) return;
    for (const identifier of IDENTIFIERS) {
      const value = identifiers[identifier];
      if (value !== undefined) this.#addIdentifier(salt, identifierKey(identifier, value), vehicle);
    }
  }

  /** Whether a listing with this id was added for the dealer with `isFoundById`. */
  hasId(salt: DealerSalt, id: string): boolean {
    const found = this.#slots[this.#slotOf(hashOfId(salt.low, id), hashOfId(salt.high, id)) + 2] ?? 0;
    return found !== 0 && this.#vehicleAt(found - 1).id === id;
  }

  /** The first occurrence by the hash of a URL or identifier. */
  findAt(salt: DealerSalt, hash: Buffer): SeenVehicle | undefined {
    const found = this.#slots[this.#slotOf(lowOf(salt, hash), highOf(salt, hash)) + 2] ?? 0;
    return found === 0 ? undefined : this.#vehicleAt(found - 1);
  }

  /** Stores a vehicle; returns its offset. */
  #append({ id, position }: SeenVehicle): number {
    const idBytes = Buffer.byteLength(id);
    const bytes = POSITION_BYTES + LENGTH_BYTES + idBytes;
    if ((this.#end % PAGE_BYTES) + bytes > PAGE_BYTES || this.#pages.length === 0) {
      this.#end = this.#pages.length * PAGE_BYTES;
      this.#pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES));
    }
    const at = this.#end;
    const page = this.#pages[Math.floor(at / PAGE_BYTES)];
    const offset = at % PAGE_BYTES;
    page?.writeUIntLE(Math.min(position, MAX_POSITION), offset, POSITION_BYTES);
    page?.writeUInt16LE(idBytes, offset + POSITION_BYTES);
    page?.write(id, offset + POSITION_BYTES + LENGTH_BYTES);
    this.#end += bytes;
    return at;
  }

  #addIdentifier(salt: DealerSalt, hash: Buffer, vehicle: number): void {
    this.#add(lowOf(salt, hash), highOf(salt, hash), vehicle);
  }

  #add(low: number, high: number, vehicle: number): void {
    if ((this.#used + 1) * 4 > (this.#slots.length / SLOT) * 3) this.#grow();
    const slot = this.#slotOf(low, high);
    if (this.#slots[slot + 2] !== 0) return;
    this.#slots[slot] = low;
    this.#slots[slot + 1] = high;
    this.#slots[slot + 2] = vehicle + 1;
    this.#used += 1;
  }

  /** The slot of a hash, or the free slot for it. */
  #slotOf(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length / SLOT - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      if (slots[at + 2] === 0 || (slots[at] === low && slots[at + 1] === high)) return at;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 2] === 0) continue;
      const slot = this.#slotOf(before[at] ?? 0, before[at + 1] ?? 0);
      this.#slots.set(before.subarray(at, at + SLOT), slot);
    }
  }

  #vehicleAt(at: number): SeenVehicle {
    const page = this.#pages[Math.floor(at / PAGE_BYTES)] ?? Buffer.alloc(0);
    const offset = at % PAGE_BYTES;
    const idAt = offset + POSITION_BYTES + LENGTH_BYTES;
    const idBytes = page.readUInt16LE(offset + POSITION_BYTES);
    return {
      id: page.toString('utf8', idAt, idAt + idBytes),
      position: page.readUIntLE(offset, POSITION_BYTES),
    };
  }
}

/** A hash of an id, seeded with a part of the dealer's salt, and mixed. */
function hashOfId(seed: number, id: string): number {
  let hash = fnv1a(id, seed);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function lowOf(salt: DealerSalt, hash: Buffer): number {
  return (hash.readUInt32LE(0) ^ salt.low) >>> 0;
}

function highOf(salt: DealerSalt, hash: Buffer): number {
  return (hash.readUInt32LE(4) ^ salt.high) >>> 0;
}
