// The groups of terms of the trade that buyers choose by as filters: which terms the page offers, and how they are words of `q`.
import { nameKey } from '../../../vehicle/name-key.ts';

export type GroupName = 'body' | 'colour' | 'trim' | 'doors' | 'seats' | 'owners' | 'equipment';

interface Group {
  readonly label: string;
  /** The groups of the summary that have its terms. */
  readonly from: readonly string[];
  /** Labels of the terms that are offered; undefined: all, for one model only, because there are hundreds. */
  readonly labels?: readonly string[];
  /** The labels are in order. Otherwise the most common comes first. */
  readonly isOrdered?: true;
  /** Several can be chosen, of which a listing has all. Otherwise at most one. */
  readonly isMultiple?: true;
}

/** In the order of the page. */
export const TERM_GROUPS: Readonly<Record<GroupName, Group>> = {
  body: {
    label: 'Body',
    from: ['body'],
    labels: list('Hatchback, SUV, Saloon, Estate, MPV, Coupe, Convertible, Pickup, Van, Minibus'),
  },
  colour: {
    label: 'Colour',
    from: ['colour'],
    labels: list(
      'Black, White, Grey, Silver, Blue, Red, Green, Orange, Yellow, Brown, Beige, Gold, Bronze, Purple',
    ),
  },
  trim: { label: 'Trim', from: ['trim'] },
  doors: { label: 'Doors', from: ['doors'], labels: list('2 door, 3 door, 4 door, 5 door'), isOrdered: true },
  seats: {
    label: 'Seats',
    from: ['seats'],
    labels: list('2 seats, 4 seats, 5 seats, 6 seats, 7 seats, 8 seats, 9 seats'),
    isOrdered: true,
  },
  owners: {
    label: 'Owners',
    from: ['owners'],
    labels: list('1 owner, 2 owners, 3 owners'),
    isOrdered: true,
  },
  equipment: {
    label: 'Equipment and history',
    from: ['equipment', 'history', 'drivetrain'],
    labels: list(
      'Sat nav, Apple CarPlay, Android Auto, Bluetooth, DAB radio, Heated seats, Leather, Panoramic roof, Sunroof, Parking sensors, ' +
        'Reversing camera, 360 camera, Park assist, Cruise control, Adaptive cruise control, Lane assist, Blind spot monitor, ' +
        'Head-up display, Keyless entry, Climate control, Air conditioning, Alloy wheels, Towbar, Isofix, Electric seats, Roof rails, ' +
        'Four-wheel drive, Full service history, Two keys, Long MOT',
    ),
    isMultiple: true,
  },
};

export const GROUP_NAMES = Object.keys(TERM_GROUPS) as GroupName[];

function list(labels: string): readonly string[] {
  return labels.split(', ');
}

/** In this order few terms are one with the next: `Leather Black`, because `black leather` is another term. Trims come first. */
const TEXT_ORDER: readonly GroupName[] = ['doors', 'seats', 'owners', 'equipment', 'colour', 'body'];

/** The `q` of a search for the words and all of the terms; undefined without any. The words stay last, because the last one is completed. */
export function textWithTerms(words: string, terms: readonly string[]): string | undefined {
  const inOrder = [...new Set(terms)].toSorted((a, b) => textRank(a) - textRank(b));
  const text = [...inOrder, words].filter((part) => part !== '').join(' ');
  return text === '' ? undefined : text;
}

function textRank(term: string): number {
  const key = nameKey(term);
  return TEXT_ORDER.findIndex((name) => TERM_GROUPS[name].labels?.some((label) => nameKey(label) === key));
}
