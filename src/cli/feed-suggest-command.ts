// `forecourt feed inspect --suggest`: writes a mapping file with a guess for each unknown column, and shows why.
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { formatCount, pluralize } from '../format.ts';
import type { Config } from '../config/config.ts';
import type { FeedInspection, MappingSuggestion } from '../ingest/suggest/inspect-feed.ts';
import type { GivenFlags } from '../ingest/settings/next-step.ts';
import { readMappingFile } from './parse-options.ts';
import { pathFault } from '../files/path-fault.ts';
import { errorMessage, invalidConfiguration } from '../problem.ts';
import { quotedPath, shellWord } from '../quoted-text.ts';
import { inspectWithProgress, type InspectFlags } from './feed-inspect-command.ts';
import { left, tableLines } from './table-lines.ts';
import type { Output } from '../log/log.ts';

/**
 * Writes the mapping. Throws a Problem `invalid_configuration` if its file exists, unless `--overwrite` is given, or the Problem
 * of the import if there is nothing to suggest.
 */
export async function feedSuggestCommand(
  feed: string,
  config: Config,
  flags: InspectFlags,
  output: Output,
): Promise<void> {
  const path = mappingPath(feed, flags);
  const { inspection, problem } = await inspectWithProgress(feed, config, { ...flags, suggest: true });
  const { suggestion } = inspection;
  if (suggestion === undefined || suggestion.guesses.length === 0) {
    if (config.json) output.line(JSON.stringify({ ...inspection, mappingFile: null }));
    else for (const line of questionLines(suggestion?.questions ?? [])) output.line(line);
    if (problem !== undefined) throw problem;
    if (!config.json) output.line(`${inspection.file}: there is no column to guess. No mapping was written.`);
    return;
  }
  writeMapping(path, flags, suggestion);
  if (config.json) return output.line(JSON.stringify({ ...inspection, mappingFile: path }));
  for (const line of suggestionLines(inspection, suggestion, path)) output.line(line);
  // Standard input cannot be read a second time.
  if (feed === '-') return;
  const kept = (flags.given ?? []).filter(
    ([flag]) => !['--suggest', '--overwrite', '--mapping'].includes(flag),
  );
  const given: GivenFlags = [...kept, ['--mapping', path]];
  const mapped = await inspectWithProgress(feed, config, { ...flags, mapping: path, given });
  const words = given.flatMap(([flag, value]) => (value === undefined ? [flag] : [flag, shellWord(value)]));
  const command = [shellWord(feed), ...words].join(' ');
  for (const line of outcomeLines(mapped, suggestion, command, flags.dealer)) output.line(line);
}

/** Path of the file to write. Default: beside the feed, with its name. */
function mappingPath(feed: string, { suggest, overwrite }: InspectFlags): string {
  if (typeof suggest !== 'string' && feed === '-')
    throw invalidConfiguration('Name the mapping file: --suggest north.json.');
  const beside = join(dirname(feed), `${basename(feed, extname(feed))}.mapping.json`);
  const path = typeof suggest === 'string' ? suggest : beside;
  if (existsSync(path) && overwrite !== true)
    throw invalidConfiguration(
      `${path} exists already. Name another file with --suggest, or add --overwrite.`,
    );
  return path;
}

function writeMapping(
  path: string,
  { mapping, overwrite }: InspectFlags,
  suggestion: MappingSuggestion,
): void {
  const given = mapping === undefined ? {} : readMappingFile(mapping);
  const { columns, units, header } = suggestion.mapping;
  const merged = {
    ...given,
    ...(header && { header }),
    columns: { ...given.columns, ...columns },
    ...((units ?? given.units) && { units: { ...units, ...given.units } }),
  };
  try {
    writeFileSync(path, `${JSON.stringify(merged, undefined, 2)}\n`, {
      flag: overwrite === true ? 'w' : 'wx',
    });
  } catch (error) {
    const message = `The mapping ${quotedPath(path)} cannot be written: ${pathFault(error) ?? errorMessage(error)}.`;
    throw invalidConfiguration(message, error);
  }
}

function suggestionLines(
  { file }: FeedInspection,
  { guesses, questions, unguessed }: MappingSuggestion,
  path: string,
): string[] {
  const table = tableLines(
    [left('COLUMN', 40), left('FIELD', 20), left('CONFIDENCE', 10), left('REASON', 70), left('VALUES', 50)],
    guesses.map(({ column, field, confidence, reason, samples }) => {
      return [column, field, confidence, reason, samples.join(' · ')];
    }),
  );
  const count = guesses.length + questions.length + unguessed.length;
  return [
    `${file}: ${formatCount(guesses.length)} of ${pluralize(count, 'unknown column')} guessed and written to ${path}. Check them:`,
    '',
    ...table,
    '',
    ...questionLines(questions),
    ...unguessed.map(({ column, samples }) => `Not guessed, so ignored: ${column} (${samples.join(' · ')})`),
  ];
}

/** One line per guess that is uncertain. */
function questionLines(questions: MappingSuggestion['questions']): string[] {
  return questions.map(
    ({ column, field, reason, samples }) =>
      `Not written: is ${JSON.stringify(column)} the ${field}? ${reason} (${samples.join(' · ')})`,
  );
}

/** The result that an import with the mapping would have, and the next command. */
function outcomeLines(
  { inspection, problem }: Awaited<ReturnType<typeof inspectWithProgress>>,
  { domainColumns, advertHosts }: MappingSuggestion,
  command: string,
  dealer: string | undefined,
): string[] {
  const { listed, read, columns } = inspection;
  const lacksDealer = !columns.some(({ field }) => field === 'dealer') && listed === 0;
  const [host, ...otherHosts] = advertHosts;
  const result =
    problem === undefined
      ? `With this mapping an import would list ${formatCount(listed)} of ${pluralize(read, 'record')}.`
      : `With this mapping an import would fail: ${problem.message}`;
  if (!lacksDealer) {
    const dealerWords = dealer === undefined ? '' : ` --dealer ${shellWord(dealer)}`;
    return [result, `Next: forecourt feed inspect ${command}${dealerWords}`];
  }
  const dealers = domainColumns.map(
    (name) =>
      `If ${JSON.stringify(name)} is the dealer's domain, add it to the mapping: ${JSON.stringify({ [name]: 'dealer' })}.`,
  );
  const next =
    host !== undefined && otherHosts.length > 0
      ? `${dealers.length > 0 ? 'Or if' : 'If'} each advert is on the domain of its dealer, add "dealer_from": "advert_url" to the mapping.`
      : `Next: forecourt feed inspect ${command} --dealer ${host ?? 'northgate-cars.example'}` +
        (host === undefined ? '' : " (all adverts are there: check that it is the dealer's domain)");
  return [result, ...dealers, next];
}
