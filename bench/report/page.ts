// The page of a run: docs/performance.md, and what is printed. Its sentences say what was measured and how, never how
// it came out: they stay true with whatever figures the next run finds.
import { corpusNotes } from '../corpus/notes.ts';
import { textTable } from './format.ts';
import { changesSection, httpSection } from './http-section.ts';
import type { RunFigures } from './run-figures.ts';
import { rivalsSection } from './rivals-section.ts';
import { searchSection } from './search-section.ts';
import { fillingSection, indexSection } from './stock-section.ts';

export function renderPage(run: RunFigures): string {
  const sections = [
    head(run),
    searchSection(run),
    fillingSection(run),
    indexSection(run),
    httpSection(run),
    changesSection(run),
    rivalsSection(run),
    corpusSection(run),
  ];
  return `${sections
    .filter((section) => section !== '')
    .join('\n')
    .trimEnd()}\n`;
}

function head({ command, setting, seed, stocks }: RunFigures): string {
  return [
    '# Performance',
    '',
    'Written by the benchmark; do not edit. All figures are of one run on one machine: compare them with each other, and ' +
      'not with those of another run.',
    '',
    textTable(
      ['', ''],
      [
        ['machine', setting.machine],
        ['Node', setting.node],
        ['commit', setting.commit],
        ['day', setting.date],
        ['stock', `${stocks.map(({ stock }) => stock).join(', ')}; seed ${seed}`],
        ['command', `\`${command}\``],
      ],
    ),
    '',
  ].join('\n');
}

function corpusSection({ seed }: RunFigures): string {
  return [
    '## The stock',
    '',
    `Unless a feed is given, listings are drawn from a seed, here ${seed}. The same size and seed give the same listings on ` +
      'every machine whose numbers are IEEE 754 doubles: only integer operations, the four basic ones and rounding are used.',
    '',
    textTable(['drawn', 'how'], corpusNotes()),
    '',
  ].join('\n');
}
