// list_changes: the vehicles of a search that are new, cheaper, dearer or gone since an earlier result or a time. All changes are
// counted. A short text lists as many as fit, taking each kind in turn.
import { formatCount, formatPounds } from '../format.ts';
import { objectSchema } from '../api/schemas/json-schema.ts';
import { toVehicle } from '../api/vehicle.ts';
import { decodeHit } from '../listing/codec.ts';
import type { ListingChange } from '../stock/stock-changes.ts';
import type { Parameter } from '../query/parameters.ts';
import { formatCursor, type Cursor } from '../search/cursor.ts';
import { parseSince, type Since } from '../search/since.ts';
import { knownMembers, vehicleLine } from './vehicle-lines.ts';
import { readOne, type OwnParameter } from '../query/read-parameters.ts';
import { parseArguments } from './parse-arguments.ts';
import { searchNotes } from './reading-notes.ts';
import { estimateTokens } from './tokens.ts';
import {
  UNTRUSTED_CONTENT_NOTICE,
  type Tool,
  type ToolContext,
  inputSchemaOf,
  filterSchema,
} from './tool.ts';

/** Maximum by the estimate, whose error is a tenth: at most 1,200 tokens. */
const MAX_TOKENS = 1080;
/** Changes read in one turn of the client. */
const CHANGES_PER_PART = 200;
/** Maximum kept of one kind: more never fit. */
const MAX_LISTED = 40;

const SINCE = {
  name: 'since',
  kind: 'text',
  description: 'The cursor of an earlier result, or a time.',
  brief:
    'cursor of an earlier result, or a time: yesterday, monday, 3 days ago, 2026-11-20T08:00:00Z. Absent: now.',
  example: 'yesterday',
  read: readOne(parseSince),
} as const satisfies Parameter & OwnParameter;

/** The kinds, in the order in which they are listed. `changed` keeps its price. */
const KINDS = ['new', 'cheaper', 'dearer', 'gone', 'changed'] as const;
type Kind = (typeof KINDS)[number];

interface KindOfChanges {
  count: number;
  /** The changes to list first, in order. */
  readonly first: ListingChange[];
}

export const CHANGES_TOOL: Tool = {
  name: 'list_changes',
  title: 'List what changed',
  description:
    'What is new, cheaper, dearer or gone in a search since a time or an earlier result: exact counts, the main listings, and a cursor ' +
    'for next time. Takes the filters of search_vehicles. new and gone also mean that a value crossed a limit of the search. ' +
    UNTRUSTED_CONTENT_NOTICE,
  inputSchema: {
    ...inputSchemaOf([]),
    properties: {
      ...inputSchemaOf([SINCE]).properties,
      ...filterSchema().properties,
    },
  },
  outputSchema: objectSchema({
    counts: { type: 'object' },
    changes: { type: 'array', items: { type: 'object' } },
    cursor: { type: 'string' },
  }),
  async call(args, context) {
    const { service, baseUrl } = context;
    const own = { since: SINCE };
    const {
      query,
      own: { since },
      warnings,
    } = parseArguments(args, service, { own, omit: ['sort', 'page'] });
    const { kinds, cursor } = await collectChanges(context, query, since);
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, kinds[kind].count]));
    const corrections = await service.findCorrections(query, cursor);
    const notes = searchNotes(query, corrections, warnings);
    const last = `For what changes after this, call again with since "${formatCursor(cursor)}".`;
    const head = [headLine(counts, since), ...notes];
    const shown = changesThatFit(
      kinds,
      MAX_TOKENS - estimateTokens([...head, UNTRUSTED_CONTENT_NOTICE, last].join('\n')),
    );
    const omitted = Object.values(counts).reduce((sum, count) => sum + count, 0) - shown.length;
    return {
      structuredContent: {
        counts,
        changes: shown.map(({ content }) => content),
        cursor: formatCursor(cursor),
      },
      text: [
        ...head,
        ...(shown.length > 0 ? [UNTRUSTED_CONTENT_NOTICE] : []),
        ...shown.map(({ text }) => text),
        ...(omitted > 0 ? [`(${formatCount(omitted)} more)`] : []),
        last,
      ].join('\n'),
    };

    /** As many changes as fit, taken from each kind in turn and grouped by kind. */
    function changesThatFit(all: Kinds, tokens: number) {
      const fitting: ReturnType<typeof show>[] = [];
      let left = tokens;
      for (let i = 0; i < MAX_LISTED; i++) {
        for (const kind of KINDS) {
          const change = all[kind].first.at(i);
          if (change === undefined) continue;
          const shown = show(kind, change);
          const length = estimateTokens(shown.text) + 1;
          if (length > left) continue;
          left -= length;
          fitting.push(shown);
        }
      }
      return KINDS.flatMap((kind) => fitting.filter(({ content }) => content.change === kind));
    }

    function show(kind: Kind, { dealer, advertUrl: advert, hit, before, was }: ListingChange) {
      const known = hit ?? before;
      const car = known && toVehicle(decodeHit(known), known.distanceKm, baseUrl);
      const price =
        kind === 'cheaper' || kind === 'dearer' ? ` (was ${formatPounds(was?.priceGbp ?? 0)})` : '';
      const title = car === undefined ? dealer : vehicleLine(car);
      return {
        text: `${kind}: ${title}${price}\n  ${advert}`,
        content: {
          change: kind,
          advert,
          ...(car && knownMembers(car)),
          ...(price !== '' && { was_price: was?.priceGbp }),
        },
      };
    }
  },
};

type Kinds = Readonly<Record<Kind, KindOfChanges>>;

/** Counts all changes and keeps the first ones of each kind. */
async function collectChanges(
  { service, turns }: Pick<ToolContext, 'service' | 'turns'>,
  query: Parameters<ToolContext['service']['changes']>[0],
  since: Since | undefined,
): Promise<{ readonly kinds: Kinds; readonly cursor: Cursor }> {
  const empty = (): KindOfChanges => ({ count: 0, first: [] });
  const kinds = { new: empty(), cheaper: empty(), dearer: empty(), gone: empty(), changed: empty() };
  for (let from = since; ; await turns?.next()) {
    const at = from;
    const find = () => service.changes(query, at, CHANGES_PER_PART);
    const { changes, cursor } = await (turns?.alone(find) ?? find());
    for (const change of changes) {
      const kind = kinds[changeKind(change)];
      kind.count += 1;
      kind.first.push(change);
      if (kind.first.length >= 2 * MAX_LISTED) keepFirst(kind.first);
    }
    // All parts belong to one difference, even if the stock changes meanwhile.
    if (cursor.next !== undefined) {
      from = cursor;
      continue;
    }
    for (const { first } of Object.values(kinds)) keepFirst(first);
    return { kinds, cursor };
  }
}

function changeKind(change: ListingChange): Kind {
  if (change.change === 'entered') return 'new';
  if (change.change === 'left') return 'gone';
  const rise = riseOf(change);
  return rise === 0 ? 'changed' : rise < 0 ? 'cheaper' : 'dearer';
}

/** Rise of the price in pounds; 0 also if either price is unknown. */
function riseOf({ hit, was }: ListingChange): number {
  const before = was?.priceGbp ?? null;
  if (before === null || hit === null) return 0;
  return (decodeHit(hit).priceGbp ?? before) - before;
}

/** Keeps the changes with the largest differences of price; the newest first among equals. */
function keepFirst(changes: ListingChange[]): void {
  const ranked = changes.map((change) => ({ change, size: Math.abs(riseOf(change)) }));
  ranked.sort((a, b) => b.size - a.size || b.change.at - a.change.at);
  changes.splice(0, changes.length, ...ranked.slice(0, MAX_LISTED).map(({ change }) => change));
}

function headLine(counts: Readonly<Record<string, number>>, since: Since | undefined): string {
  if (since === undefined) return 'No changes yet: the cursor is of now.';
  const from = since !== 'expired' && 'time' in since ? ` since ${new Date(since.time).toISOString()}` : '';
  const some = KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${formatCount(counts[kind])} ${kind}`);
  return some.length === 0 ? `Nothing changed${from}.` : `Changes${from}: ${some.join(', ')}.`;
}
