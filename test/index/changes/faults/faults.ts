// Faults that lists of changes could have, as changes of the source: a property test has to notice each of them.
import type { Breach } from '../../random-histories.ts';

export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** What the lists of changes then are. */
  readonly breaches: readonly (Breach | typeof OF_WAITING)[];
  /** The property test, if it is not that of lists of changes. */
  readonly test?: string;
}

const OF_WAITING = 'is not that of a client that waits';
const WAITING = { breaches: [OF_WAITING], test: 'test/search/waiting-searches.properties.test.ts' } as const;

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the tombstone of a withdrawal is lost',
    file: 'src/store/transaction.ts',
    from: 'if (dealer.before > 0) this.#log.past.add(key, stored);\n    listings.remove(key);',
    to: 'listings.remove(key);',
    breaches: ['keeps a listing that left'],
  },
  {
    name: 'below the floor there is a silent gap',
    file: 'src/store/store-snapshot.ts',
    from: "if (since < pastFloor(file, reading.transaction)) return 'too_old';\n        return changeSpansSince(file, since, reading.transaction);",
    to: 'return changeSpansSince(file, Math.max(since, pastFloor(file, reading.transaction)), reading.transaction);',
    breaches: ['has changes since a state that is not known'],
  },
  {
    name: 'the two states are swapped',
    file: 'src/index/changes/differences.ts',
    from: 'numberOf(row) * 2 + at;',
    to: 'numberOf(row) * 2 + 1 - at;',
    breaches: ['has an entry that does not follow from the earlier matches'],
  },
  {
    name: 'a range that is crossed twice is left as it was before the second time',
    file: 'src/store/change-log.ts',
    from: 'if (known === undefined) spans.set(key, { first: at, last: at });\n      else known.last = at;',
    to: 'if (known === undefined || known.first < at) spans.set(key, { first: at, last: at });',
    breaches: ['has an entry that does not follow from the earlier matches'],
  },
  {
    name: 'what left is not told',
    file: 'src/index/changes/differences.ts',
    from: '[0, before, after],',
    to: '',
    breaches: ['keeps a listing that left'],
  },
  {
    name: 'a listing that is shown as before has an entry',
    file: 'src/index/changes/differences.ts',
    from: 'if (before !== after || !listed.isShownAlike(number, storeSnapshot))',
    to: 'if (number >= 0)',
    breaches: ['has an entry of a listing that is shown as before'],
  },
  {
    name: 'an advert of two dealers is one listing',
    file: 'src/index/changes/listed-states.ts',
    from: 'let number = this.#numbers.get(name);',
    to: "let number = [this.#names.findIndex((known) => known.split(' ')[1] === name.split(' ')[1])].find((i) => i >= 0);",
    breaches: ['has an entry that does not follow from the earlier matches'],
  },
  {
    name: 'an entry between two parts is skipped',
    file: 'src/search/changes-since.ts',
    from: 'position: position + count, to }',
    to: 'position: position + count + 1, to }',
    breaches: ['lacks a listing that entered'],
  },
  {
    name: 'the changes of another search are kept for this one',
    file: 'src/index/shared/listing-changes.ts',
    from: 'return `${KeptDifferences.spanOf(from, to)}${matchesKey(query)}`;',
    to: 'return `${from} ${to}`;',
    breaches: ['lacks a listing that entered', 'has an entry that does not follow from the earlier matches'],
  },
  {
    name: 'the rows of now stay in the earlier state',
    file: 'src/index/changes/past-state.ts',
    from: 'snapshot.withChange(added, deletedRows)',
    to: 'snapshot.withChange(added, deletedRows.map(() => deletedRows[0].slice(0, 0)))',
    breaches: ['lacks a listing that entered'],
  },
  {
    name: 'a text that reads differently is looked for only in what changed',
    file: 'src/index/changes/stock-difference.ts',
    from: 'return isAlike ? alike : undefined;',
    to: 'return alike;',
    breaches: ['lacks a listing that entered', 'keeps a listing that left'],
  },
  {
    name: 'words and names are read as they are now, not as they were',
    file: 'src/index/changes/differences.ts',
    from: 'const { matches } = await withCorrections(query, correctorsOf(snapshot), (corrected) => {',
    to: 'const { matches } = await withCorrections(query, correctorsOf(snapshot), (_) => {\n    const corrected = query;',
    breaches: ['lacks a listing that entered'],
  },
  {
    name: 'a place that the postcode tables moved is the same place',
    file: 'src/search/changes-since.ts',
    from: '!asksForPlaces(query) || placesVersion === state.placesVersion',
    to: '!asksForPlaces(query) || places !== undefined',
    breaches: ['has changes since a state that is not known'],
  },
  {
    name: 'texts that other tables read are compared',
    file: 'src/search/changes-since.ts',
    from: 'indexFormat === state.indexFormat',
    to: 'indexFormat !== undefined',
    breaches: ['has changes since a state that is not known'],
  },
  {
    name: 'a search that waits is read as before, although one of its words came or left',
    file: 'src/index/changes/search-conditions.ts',
    from: 'for (let i = 0; i < hashes.length; i++) if (this.#changedAt[hashes[i]] > since) return false;',
    to: '',
    ...WAITING,
  },
  {
    name: 'a search that waits is read as before, although a word came that it begins',
    file: 'src/index/changes/stock-difference.ts',
    from: 'if (prefix !== undefined) asked?.add(ANY_WORD);',
    to: '',
    ...WAITING,
  },
  {
    name: 'a search that waits is read as before, although the name came that it asks for',
    file: 'src/index/changes/stock-difference.ts',
    from: 'if (!areNamesFixed(query)) asked?.add(ANY_NAME);',
    to: '',
    ...WAITING,
  },
  {
    name: 'of each alternative, only the first word is looked for in what changed',
    file: 'src/index/changes/changed-matches.ts',
    from: 'preferred: [], ...text };',
    to: 'preferred: [], ...text, units: (text.units ?? []).slice(0, 1) };',
    ...WAITING,
  },
  {
    name: 'a listing that changed is anywhere',
    file: 'src/index/changes/changed-matches.ts',
    from: 'if (radius !== undefined) this.#keepWithin(',
    to: 'if (radius === null) this.#keepWithin(',
    ...WAITING,
  },
];
