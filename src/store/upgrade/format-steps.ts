// All formats that this version can upgrade, oldest first: each step leads to the format of the next, and the last to today's.
// A new format needs a step here and a fixture of the format before it (CONTRIBUTING.md, "Changing the stored form").
import { addChangeTimes } from './add-change-times.ts';
import { addPastListings } from './add-past-listings.ts';
import type { FormatStep } from './format-step.ts';

const STEPS: readonly FormatStep[] = [addChangeTimes, addPastListings];

/** The steps from a format to today's; undefined if there are none. */
export function stepsFrom(format: string): readonly FormatStep[] | undefined {
  const first = STEPS.findIndex(({ from }) => from === format);
  return first < 0 ? undefined : STEPS.slice(first);
}
