// --terms-file: which commands take it, and that an operator's terms count, or are refused, before a command runs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';

const OUTPUT = { line: () => undefined, warn: () => undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terms-file-'));
  vi.resetModules();
});
afterEach(() => rmSync(folder, { recursive: true }));

function termsFile(...rows: readonly string[]): string {
  const path = join(folder, 'own.tsv');
  writeFileSync(path, ['group\tname\tspellings\tnarrower', ...rows, ''].join('\n'));
  return path;
}

/** Runs `forecourt serve` in a process of its own terms, without a server. Returns the names of its terms. */
async function serve(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<readonly string[]> {
  const { buildProgram: build } = await import('../../src/cli/program.ts');
  const { tradeTerms } = await import('../../src/vehicle/trade-terms.ts');
  let names: readonly string[] = [];
  const program = build({
    version: '0',
    environment,
    output: OUTPUT,
    serve: async () => void (names = tradeTerms().terms.map(({ name }) => name)),
  });
  await program.parseAsync(['serve', ...args], { from: 'user' });
  return names;
}

describe('--terms-file', () => {
  it('is a setting of the commands that build or search an index', () => {
    const program = buildProgram({
      version: '0',
      environment: {},
      output: OUTPUT,
      serve: async () => undefined,
    });
    const pathsOf = (command: Command, path: string): string[] =>
      command.commands.flatMap((one) => {
        const own = `${path}${one.name()}`;
        const takes = one.options.some(({ long }) => long === '--terms-file');
        return [...(takes ? [own] : []), ...pathsOf(one, `${own} `)];
      });
    expect(pathsOf(program, '').sort()).toEqual([
      'backup',
      'feed explain',
      'feed run',
      'feed schedule',
      'import',
      'interpret',
      'lookup',
      'map',
      'mcp',
      'publish',
      'search',
      'serve',
      'summary',
      'verify',
    ]);
  });

  it('adds terms before the command runs', async () => {
    expect(await serve(['--terms-file', termsFile('trim\tBrooklands Special')])).toContain(
      'Brooklands Special',
    );
  });

  it('can come from the environment', async () => {
    const path = termsFile('trim\tBrooklands Special');
    expect(await serve([], { FORECOURT_TERMS_FILE: path })).toContain('Brooklands Special');
  });

  it('stops the command if it is invalid', async () => {
    const started = serve(['--terms-file', termsFile('# mine', 'trim\tSatnav')]);
    await expect(started).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringMatching(
        /^own\.tsv, line 3: 'Satnav' is a term of the group equipment \(trade-terms\.tsv, line \d+\): use that group\.$/,
      ) as string,
    });
  });

  it('stops the command if it is missing', async () => {
    const path = join(folder, 'missing.tsv');
    await expect(serve(['--terms-file', path])).rejects.toThrow(
      /^The terms cannot be read from '.*': it is not there\.$/,
    );
  });
});
