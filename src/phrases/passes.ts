// The passes that rewrite the matches of a phrase once the rules have annotated its words, in their order. A rule sees the
// words at one place, a pass all matches. `before` has the passes that a pass must run before, and why.
// test/phrases/pass-order.test.ts has a phrase for each, which is understood otherwise if the pass runs after the other. The
// same table runs on the words of a refining phrase that are beside its operations.
import { withoutCorrected } from './unwanted/corrections.ts';
import type { Match } from './words/match.ts';
import { withoutPersons } from './names/wanted-names.ts';
import { withoutOtherSubjects, withoutTalk } from './talk.ts';
import { withoutOtherVehicles } from './unwanted/other-vehicles.ts';
import { withStances } from './stances/stances.ts';
import type { Phrase } from './words/tokenized-phrase.ts';

export type PassName = 'other vehicles' | 'persons' | 'corrections' | 'stances' | 'talk' | 'other subjects';

export interface Pass {
  readonly name: PassName;
  /** `isWhole`: the phrase is a request of its own. */
  readonly run: (matches: readonly Match[], phrase: Phrase, isWhole: boolean) => readonly Match[];
  readonly before: Readonly<Partial<Record<PassName, string>>>;
}

export const PASSES: readonly Pass[] = [
  {
    // Marks vehicles that somebody has, had or ruled out as unsupported.
    name: 'other vehicles',
    run: withoutOtherVehicles,
    before: {
      persons: 'in `my dog Rio comes too` words of having need the name beside them',
      stances: '`sick of my Corsa` says what somebody has, and excludes no Corsa',
      'other subjects': '`alloy wheels for my Golf` are a part because the Golf is owned',
    },
  },
  {
    // Marks names of persons as unsupported.
    name: 'persons',
    run: withoutPersons,
    before: { corrections: 'in `a Golf, sorry, for my mate Jazz` the name of a person corrects no car' },
  },
  {
    // Marks what later words correct as unsupported, and makes the correction stop words.
    name: 'corrections',
    run: withoutCorrected,
    before: { stances: 'the `no` of `Picanto, no, Aygo` is a correction before it is an exclusion' },
  },
  {
    // Applies exclusions, wishes and alternatives; a wish alone is what a whole phrase asks for.
    name: 'stances',
    run: withStances,
    before: { talk: 'a stance becomes stop words, which in `rule Fords out please` are talk' },
  },
  {
    // Marks unknown words among stop words that ask for nothing as unsupported.
    name: 'talk',
    run: withoutTalk,
    before: { 'other subjects': 'words that are unknown have that reason: `is it going to rain`' },
  },
  {
    // Marks all words about something else than a vehicle for sale as unsupported.
    name: 'other subjects',
    run: withoutOtherSubjects,
    before: {},
  },
];

export function rewrite(
  matches: readonly Match[],
  phrase: Phrase,
  isWhole: boolean,
  passes = PASSES,
): readonly Match[] {
  let result = matches;
  for (const { run } of passes) result = run(result, phrase, isWhole);
  return result;
}
