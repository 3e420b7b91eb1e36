// compare_vehicles: two to four vehicles side by side, and what differs between them in words.
import type { RatedVehicle } from '../api/responses.ts';
import { toRatedVehicle } from '../api/lookup-response.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { comparedFacts, type ComparedFact, type Measure } from '../pages/view/vehicle-facts.ts';
import { invalidParameters, Problem } from '../problem.ts';
import { quoted } from '../quoted-text.ts';
import { ADVERTS, advertsSchema, parseAdverts } from './parse-arguments.ts';
import { toBriefVehicle, type BriefVehicle, cardDetailsOf, vehicleName } from './vehicle-lines.ts';
import { fitsContent } from './tokens.ts';
import { joinTextContent, UNTRUSTED_CONTENT_NOTICE, type Tool } from './tool.ts';
import { formatList } from '../format.ts';

const MIN_VEHICLES = 2;
const MAX_VEHICLES = 4;

interface ComparedVehicle extends BriefVehicle {
  readonly price_reason: string;
  readonly ulez: RatedVehicle['ulez']['verdict'];
  readonly listed_days: number;
}

export const COMPARE_TOOL: Tool = {
  name: 'compare_vehicles',
  title: 'Compare vehicles',
  description:
    'Compares 2 to 4 vehicles, by advert or url: a table of their facts, what differs in words, and how each price stands ' +
    `against comparable listings of this stock. ${UNTRUSTED_CONTENT_NOTICE}`,
  inputSchema: objectSchema({ adverts: advertsSchema(MIN_VEHICLES, MAX_VEHICLES) }),
  outputSchema: {
    type: 'object',
    properties: {
      vehicles: { type: 'array', items: { type: 'object' } },
      differences: { type: 'array', items: { type: 'string' } },
    },
    required: ['vehicles', 'differences'],
  },
  hasCards: true,
  async call(args, context) {
    const { service, baseUrl, turns } = context;
    const adverts = parseAdverts(args, MIN_VEHICLES, MAX_VEHICLES, baseUrl);
    const entries = await service.lookUp(adverts, new Date(), { nextTurn: turns?.next });
    const compared = entries.map((entry) => {
      if (entry.state !== 'listed') throw notListed(entry.advert, entry.state);
      return toRatedVehicle(entry, baseUrl);
    });
    const vehicles = compared.map((car): ComparedVehicle => ({
      ...toBriefVehicle(car),
      price_reason: car.price_rating.reason,
      ulez: car.ulez.verdict,
      listed_days: car.listed_days,
    }));
    const facts = comparedFacts(compared);
    const differences = differencesOf(facts);
    if (!fitsContent({ vehicles, differences })) throw tooLong(vehicles.length);
    return {
      structuredContent: { vehicles, differences },
      text: joinTextContent([UNTRUSTED_CONTENT_NOTICE, ...tableLines(compared, facts), ...differences]),
      cardDetails: cardDetailsOf(compared, context),
    };
  },
};

/** Only dealers who send texts and URLs of thousands of characters can cause this. */
function tooLong(count: number): Problem {
  const message = 'The texts of these vehicles are too long to compare them all. Compare fewer.';
  return invalidParameters([{ parameter: ADVERTS, code: 'too_long', value: String(count), message }]);
}

function notListed(advert: string, state: string): Problem {
  const rule = state === 'withdrawn' ? 'has been withdrawn' : 'is not known';
  return new Problem('not_found', `The advert ${quoted(advert)} ${rule}. Compare vehicles that are listed.`);
}

/** A table in Markdown, a column for each vehicle. */
function tableLines(cars: readonly RatedVehicle[], facts: readonly ComparedFact[]): string[] {
  const rows: Pick<ComparedFact, 'label' | 'texts'>[] = [
    { label: '', texts: cars.map((car, i) => `${i + 1}. ${vehicleName(car)}`) },
    { label: '---', texts: cars.map(() => '---') },
    ...facts,
    { label: 'Why', texts: cars.map(({ price_rating }) => price_rating.reason) },
    { label: 'Advert', texts: cars.map(({ advert }) => advert) },
  ];
  return rows.map(({ label, texts }) => `| ${[label, ...texts.map(cellText)].join(' | ')} |`);
}

function cellText(cell: string | null): string {
  return (cell ?? '').replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/**
 * One sentence per fact that differs: which car has the best value, and by how much. Cars are called by their numbers, from 1.
 */
export function differencesOf(facts: readonly ComparedFact[]): string[] {
  return facts.flatMap((fact) => {
    if (fact.measure !== undefined) return measureSentence(fact, fact.measure);
    return fact.kind === 'offer' ? [] : wordSentence(fact);
  });
}

function measureSentence({ label, ranks = [] }: ComparedFact, { best, format }: Measure): string[] {
  const known = ranks.flatMap((value, i) => (value === null ? [] : [{ number: i + 1, value }]));
  const unknown = ranks.flatMap((value, i) => (value === null ? [i + 1] : []));
  const notKnown = unknown.length === 0 ? '' : ` Not known of ${formatList(unknown.map(String))}.`;
  const [first, ...others] = known.toSorted((a, b) => a.value - b.value);
  if (first === undefined || others.length === 0) return [];
  const worse = others.filter(({ value }) => value !== first.value);
  if (worse.length === 0) return notKnown === '' ? [] : [`${label}: the same.${notKnown}`];
  const bestOnes = known.filter(({ value }) => value === first.value).map(({ number }) => number);
  const compared = worse.map(({ number, value }) => `${format(Math.abs(value - first.value))} ${number}`);
  return [`${label}: ${formatList(bestOnes.map(String))} ${best}, ${compared.join(', ')}.${notKnown}`];
}

function wordSentence({ label, texts }: ComparedFact): string[] {
  if (new Set(texts).size === 1) return [];
  return [`${label}: ${texts.map((text, i) => `${i + 1} ${text ?? 'not known'}`).join(', ')}.`];
}
