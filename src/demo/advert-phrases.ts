// Phrases of dealers' adverts: features with the cars that have them, and the sentences around them. They use common words,
// because people search for these. They contain no real firm, person, phone number or registration.
import type { Body } from './catalogue/catalogue-format.ts';
import type { FuelType } from '../vehicle/classes.ts';

export interface Feature {
  readonly text: string;
  /** First model year in which it is common. */
  readonly from: number;
  /** Absent: any body. */
  readonly bodies?: readonly Body[];
  /** Absent: any fuel. */
  readonly fuels?: readonly FuelType[];
  /** Minimum price when new, in pounds. */
  readonly fromGbp?: number;
  /** Maximum price when new, in pounds: more expensive cars have something better. */
  readonly toGbp?: number;
  /** A description has at most one feature of a group. */
  readonly group?: 'air' | 'cruise' | 'parking' | 'seats' | 'lights' | 'roof' | 'wheels';
}

const FAMILY: readonly Body[] = ['estate', 'suv', 'mpv'];
const ROOFED: readonly Body[] = ['hatchback', 'estate', 'suv', 'saloon', 'coupe', 'mpv'];
const WORKING: readonly Body[] = ['van', 'pickup'];
const TOWING: readonly Body[] = ['estate', 'suv', 'mpv', 'pickup', 'van'];
const CARS: readonly Body[] = [...ROOFED, 'convertible'];

// prettier-ignore
export const FEATURES: readonly Feature[] = [
  { text: 'air conditioning', from: 2000, group: 'air' },
  { text: 'climate control', from: 2008, group: 'air' },
  { text: 'Bluetooth', from: 2010 },
  { text: 'sat nav', from: 2010 },
  { text: 'DAB radio', from: 2012 },
  { text: 'cruise control', from: 2006, toGbp: 40_000, group: 'cruise' },
  { text: 'adaptive cruise control', from: 2017, fromGbp: 22_000, group: 'cruise' },
  { text: 'rear parking sensors', from: 2006, toGbp: 40_000, group: 'parking' },
  { text: 'front and rear parking sensors', from: 2011, fromGbp: 18_000, group: 'parking' },
  { text: 'reversing camera', from: 2014 },
  { text: '360 degree camera', from: 2018, bodies: CARS, fromGbp: 24_000 },
  { text: 'heated seats', from: 2009, bodies: CARS },
  { text: 'heated steering wheel', from: 2017, fromGbp: 18_000 },
  { text: 'heated front windscreen', from: 2008 },
  { text: 'full leather', from: 2006, bodies: CARS, fromGbp: 18_000, group: 'seats' },
  { text: 'half leather seats', from: 2006, toGbp: 40_000, bodies: CARS, group: 'seats' },
  { text: 'electric seats with memory', from: 2010, bodies: CARS, fromGbp: 30_000, group: 'seats' },
  { text: 'ventilated seats', from: 2018, bodies: CARS, fromGbp: 38_000, group: 'seats' },
  { text: 'Apple CarPlay', from: 2016 },
  { text: 'Android Auto', from: 2016 },
  { text: 'wireless phone charging', from: 2019, fromGbp: 20_000 },
  { text: 'digital dashboard', from: 2018, fromGbp: 18_000 },
  { text: 'head-up display', from: 2016, bodies: CARS, fromGbp: 26_000 },
  { text: 'LED headlights', from: 2015, group: 'lights' },
  { text: 'xenon headlights', from: 2008,  fromGbp: 18_000, group: 'lights' },
  { text: 'keyless entry', from: 2013 },
  { text: 'lane assist', from: 2016 },
  { text: 'blind spot monitor', from: 2016, fromGbp: 18_000 },
  { text: 'park assist', from: 2013, bodies: CARS, fromGbp: 20_000, group: 'parking' },
  { text: 'privacy glass', from: 2006, bodies: ROOFED },
  { text: 'panoramic roof', from: 2010, bodies: ROOFED, fromGbp: 15_000, group: 'roof' },
  { text: 'electric sunroof', from: 2006, bodies: ROOFED, group: 'roof' },
  { text: 'ambient lighting', from: 2015, bodies: CARS, fromGbp: 22_000 },
  { text: 'premium sound system', from: 2010 },
  { text: '17 inch alloy wheels', from: 2006, toGbp: 40_000, group: 'wheels' },
  { text: '18 inch alloy wheels', from: 2010, fromGbp: 18_000, group: 'wheels' },
  { text: '19 inch alloy wheels', from: 2015, bodies: ['suv', 'saloon', 'coupe', 'convertible', 'estate'], fromGbp: 30_000, group: 'wheels' },
  { text: 'ISOFIX', from: 2006, bodies: CARS },
  { text: 'electric folding mirrors', from: 2008 },
  { text: 'rain sensor wipers', from: 2008 },
  { text: 'tow bar', from: 2000, bodies: TOWING },
  { text: 'roof rails', from: 2006, bodies: FAMILY },
  { text: 'electric tailgate', from: 2013, bodies: FAMILY, fromGbp: 28_000 },
  { text: 'sliding rear seats', from: 2008, bodies: ['mpv'] },
  { text: 'seven seats', from: 2006, bodies: ['mpv'] },
  { text: 'hill descent control', from: 2010, bodies: ['suv', 'pickup'] },
  { text: 'selectable drive modes', from: 2014, fromGbp: 22_000 },
  { text: 'electric hood', from: 2006, bodies: ['convertible'] },
  { text: 'wind deflector', from: 2006, bodies: ['convertible'] },
  { text: 'ply lining', from: 2006, bodies: ['van'] },
  { text: 'twin side doors', from: 2008, bodies: ['van'] },
  { text: 'bulkhead', from: 2006, bodies: ['van'] },
  { text: 'roof rack', from: 2006, bodies: ['van'] },
  { text: 'load liner', from: 2006, bodies: ['pickup'] },
  { text: 'hardtop canopy', from: 2006, bodies: ['pickup'] },
  { text: 'four-wheel drive', from: 2006, bodies: ['pickup'] },
  { text: 'rubber mats', from: 2006, bodies: WORKING },
  { text: 'heat pump', from: 2018, fuels: ['Electric'] },
  { text: 'rapid charging', from: 2013, fuels: ['Electric'] },
  { text: 'type 2 charging cable', from: 2014, fuels: ['Electric'] },
  { text: 'one-pedal driving', from: 2018, fuels: ['Electric'] },
  { text: 'EV mode', from: 2012, fuels: ['Hybrid'] },
  { text: 'stop/start', from: 2012, fuels: ['Petrol', 'Diesel'] },
];

/** Openings. `{car}` is year, make, model, engine and trim; `{paint}` the colour; `{doors}` such as `5 door`. */
export const OPENINGS: readonly string[] = [
  '{car}, {doors} {body} in {paint}.',
  'A lovely {car} in {paint}, {doors} {body}.',
  'Just arrived: {car} finished in {paint}, {doors} {body}.',
  'Superb {doors} {body}: {car} in {paint}.',
  '{car} in {paint}. {doors} {body}, {gearbox}.',
  'New in stock, a very tidy {car}, {doors} {body}, {paint}.',
  '{paint} {car}, {gearbox}, {doors} {body}.',
  'Here we have a {car} in {paint}, a well looked after {doors} {body}.',
  'Stunning {car}, {gearbox}, in {paint}.',
  'Great value {doors} {body}: {car}, {gearbox}, {paint}.',
];

export const FEATURE_LEADS: readonly string[] = [
  'Features include {list}.',
  'Comes with {list}.',
  'Specification: {list}.',
  'Equipped with {list}.',
  'Great spec with {list}.',
  'Has {list}.',
];

/** By number of owners. */
export const OWNERS = {
  few: ['One owner from new', 'One owner', 'One private owner', 'One careful owner', 'One company owner'],
  some: ['Two owners', 'Two former keepers', 'Three owners', 'Low owners'],
  many: ['Three owners', 'Four owners', 'Five former keepers', 'Two owners'],
} as const;

/** By age. */
export const HISTORIES = {
  young: ['full service history', 'full main dealer service history', 'balance of manufacturer warranty'],
  middle: [
    'full service history',
    'full dealer history',
    'service history',
    'part service history',
    'just serviced',
  ],
  old: [
    'service history',
    'part service history',
    'plenty of receipts',
    'full service history',
    'cambelt done',
  ],
} as const;

export const KEYS: readonly string[] = [
  'two keys',
  'both keys',
  'spare key',
  'V5 present',
  'clear of finance',
];

export const TESTS: readonly string[] = [
  'MOT for 12 months',
  'new MOT included',
  'long MOT',
  'MOT with no advisories',
];

/** Closing sentences for any car, by topic. A description has at most one per topic. */
export const CLOSINGS: readonly (readonly string[])[] = [
  [
    'Finance available, subject to status.',
    'Low rate finance available with no deposit.',
    'HP and PCP finance available.',
  ],
  ['Part exchange welcome.', 'Part exchange considered, any make or age.'],
  [
    'Comes with a three month warranty, with longer cover available.',
    'Supplied with a 12 month warranty and breakdown cover.',
  ],
  ['Nationwide delivery available.', 'Viewing by appointment, seven days a week.'],
  ['Fully inspected and valeted before collection.', 'Ready to drive away today.'],
  ['Drives superbly, with no faults to report.', 'Very clean inside and out for its age.'],
  ['Non smoker, no pets.', 'Garaged and well cared for.'],
  ['Reserve online with a small refundable deposit.', 'All major debit cards accepted.'],
];

export const CLOSINGS_COSTS: readonly string[] = [
  'Cheap to insure and cheap to run, ideal first car.',
  'Low tax and great fuel economy.',
  'Ideal first car or runaround.',
];

export const CLOSINGS_WORK: readonly string[] = [
  'No VAT.',
  'Plus VAT.',
  'Ready for work.',
  'Clean load area, ready to sign write.',
];

export const CLOSINGS_FAMILY: readonly string[] = [
  'Ideal family car with a huge boot.',
  'Perfect for family life and long journeys.',
  'Great for towing a caravan.',
];

export const CLOSINGS_ULEZ: readonly string[] = [
  'ULEZ compliant.',
  'ULEZ free.',
  'ULEZ and clean air zone compliant.',
];

export const CLOSINGS_ELECTRIC: readonly string[] = [
  'Battery health checked.',
  'Charge it at home overnight.',
  'Zero emissions and very low running costs.',
];
