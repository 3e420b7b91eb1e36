// How the docs' names are found: the code spans of a page, and the files, words, flags and constants of the project.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Without the tables and the lists that `npm run docs` writes, but with as many lines. */
export function withoutTables(content: string): string {
  return content.replace(/<!-- table: \S+ -->[\s\S]*?<!-- end -->/g, emptied);
}

/** The text of every code span outside of fenced blocks, with its line. */
export function spansOf(content: string): { readonly line: number; readonly text: string }[] {
  const text = withoutTables(content).replace(/^```[\s\S]*?^```$/gm, emptied);
  return Array.from(text.matchAll(/(`+)([\s\S]+?)\1/g), ({ index, 2: span }) => ({
    line: text.slice(0, index).split('\n').length,
    text: span.replace(/\s+/g, ' ').replaceAll('\\|', '|').trim(),
  }));
}

/** Without code: no code spans, no fenced blocks, no targets of links. */
export function withoutSpans(content: string): string {
  return withoutTables(content)
    .replace(/^```[\s\S]*?^```$/gm, emptied)
    .replace(/(`+)[\s\S]+?\1|\]\([^)]*\)/g, '');
}

/** The command lines of `forecourt` in fenced blocks, from its name on. */
export function commandLinesOf(content: string): string[] {
  const blocks = Array.from(content.matchAll(/^```([a-z]*)\n([\s\S]*?)^```$/gm), ([, language, block]) =>
    ['', 'sh', 'text'].includes(language) ? block : '',
  );
  return blocks.flatMap((block) => {
    const lines = block.replace(/\\\n\s*/g, '').split('\n');
    return lines.flatMap(
      (line) =>
        /(?<![\w/.@-])(?:npx |bin\/)?forecourt(?:\.js)? [a-z-].*$/.exec(line.split(' | ')[0])?.[0] ?? [],
    );
  });
}

function emptied(text: string): string {
  return text.replace(/[^\n]/g, '');
}

const NOT_OURS = new Set(['node_modules', 'dist', '.git', 'data', 'coverage', 'server', '__pycache__']);

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    if (NOT_OURS.has(name) && folder !== 'src/') return [];
    return statSync(join(ROOT, folder, name)).isDirectory()
      ? filesBelow(`${folder}${name}/`)
      : [folder + name];
  });
}

const FILES = filesBelow('');

/** Whether a file or folder exists, named from the root, from a folder of code, or by its own name. */
export function hasPath(name: string): boolean {
  const path = name.replace(/^\.\//, '').replace(/\/$/, '');
  const isFolder = name.endsWith('/');
  const isThere = (file: string): boolean =>
    existsSync(join(ROOT, file)) && (!isFolder || statSync(join(ROOT, file)).isDirectory());
  if (['', 'src/', 'test/', 'bench/', 'docs/'].some((start) => isThere(start + path))) return true;
  return !isFolder && !path.includes('/') && FILES.some((file) => basename(file) === path);
}

/** Whether a file of this name is in a folder of `src/` that the text names as `cluster/`, directly in `src/`, or outside of it. */
export function isNearby(name: string, text: string): boolean {
  const folders = spansOf(text).flatMap(({ text: span }) => (span.endsWith('/') ? [`src/${span}`] : []));
  return FILES.filter((file) => basename(file) === name).some(
    (file) =>
      !file.startsWith('src/') || file === `src/${name}` || folders.some((folder) => file.startsWith(folder)),
  );
}

const IS_CODE =
  /\.(ts|js|json|tsv|css|html|py|toml|yaml|yml|conf|service|sysusers|c)$|(Containerfile|Caddyfile|run)$/;
const IS_NO_WITNESS = /^(docs\/|test\/docs|test\/support\/docs-|test\/fixtures\/|package-lock)/;

/** Words, and runs of words that dots, dashes, colons or slashes join, of all code, tables, tests and deployed files. */
function wordsOf(files: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const file of files) {
    const runs = readFileSync(join(ROOT, file), 'utf8').match(
      /[\p{L}\p{N}_$@]+(?:[-.:/+]+[\p{L}\p{N}_$]+)*/gu,
    );
    for (const run of runs ?? []) {
      words.add(run);
      for (const part of run.split(/[-.:/+]+/)) words.add(part);
      for (const part of run.split(/[.:/+]+/)) words.add(part);
    }
  }
  return words;
}

const WORDS = wordsOf(FILES.filter((file) => IS_CODE.test(file) && !IS_NO_WITNESS.test(file)));
const SOURCE_WORDS = wordsOf(FILES.filter((file) => file.startsWith('src/') && file.endsWith('.ts')));

/** Whether code, a table, a test or a deployed file has it, as a whole word. */
export function occursInCode(name: string): boolean {
  return WORDS.has(name);
}

export function occursInSource(name: string): boolean {
  return SOURCE_WORDS.has(name);
}

/** Whether a file of `src/`, or this one, declares the class and has the member. */
export function hasMember(owner: string, member: string, path = ''): boolean {
  return FILES.filter((file) => file.startsWith(`src/${path}`) && file.endsWith('.ts')).some((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return (
      new RegExp(`^export (abstract )?(class|interface) ${owner}\\b`, 'm').test(text) &&
      new RegExp(`^ +(async |readonly |get )?${member}[?(:<]`, 'm').test(text)
    );
  });
}

/** The lines of comments in `src/`. */
export function commentsOfSource(): { readonly place: string; readonly text: string }[] {
  return FILES.filter((file) => file.startsWith('src/') && file.endsWith('.ts')).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((text, i) => (/^ *(\/\/|\/?\*)/.test(text) ? [{ place: `${file}:${i + 1}`, text }] : [])),
  );
}

/** The flags of each command that help lists, by its path: `feed run`. */
export function flagsByCommand(command: Command, path = ''): Map<string, ReadonlySet<string>> {
  const help = command.createHelp();
  const flags = new Set([
    '--help',
    '--version',
    ...help.visibleOptions(command).map(({ long }) => long ?? ''),
  ]);
  const below = help
    .visibleCommands(command)
    .flatMap((child) => [...flagsByCommand(child, path === '' ? child.name() : `${path} ${child.name()}`)]);
  return new Map([[path, flags], ...below]);
}

/** Whether a script of `bench/` or `test/power/` takes the flag. */
export function isBenchFlag(flag: string): boolean {
  const takes = new RegExp(`'?${flag.slice(2)}'?: |'${flag}'|'${flag.slice(2)}'`);
  return FILES.some(
    (file) =>
      /^(bench|test\/power)\/.*\.ts$/.test(file) && takes.test(readFileSync(join(ROOT, file), 'utf8')),
  );
}

/** The value of a `const` of a room, which is a number or a product of numbers, in whichever of its files. */
export function constantIn(room: string, name: string): number {
  const declared = new RegExp(`^(?:export )?const ${name} = ([\\d_.* ]+);`, 'm');
  const texts = FILES.filter((file) => file.startsWith(room)).flatMap(
    (file) => declared.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? [],
  );
  const values = new Set(texts.map(productOf));
  if (values.size !== 1) throw new Error(`${room} has ${texts.length} numbers ${name}`);
  return [...values][0];
}

/** The value of a member of an object literal, which is a number or a product of numbers. */
export function memberIn(file: string, name: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return productOf(new RegExp(`\\b${name}: (\\d[\\d_.* ]*)[,}\\s]`).exec(text)?.[1] ?? 'NaN');
}

/** 65536 for `64 * 1024` and for `2 ** 16`. */
function productOf(text: string): number {
  const factors = text.replaceAll('_', '').split(/(?<!\*)\*(?!\*)/);
  return factors.reduce((product, factor) => {
    const [base, exponent = 1] = factor.split('**').map(Number);
    return product * base ** exponent;
  }, 1);
}

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';

/** 15 for `fifteen` and for `15`; NaN for other words. */
export function numberOf(word: string): number {
  const at = NUMBER_WORDS.split(' ').indexOf(word.toLowerCase());
  return at < 0 ? Number(word.replaceAll(',', '')) : at;
}
