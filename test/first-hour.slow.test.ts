// docs/first-hour.md, run as it is written, in an empty folder. `…` in an output stands for any text.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { connect } from './mcp/official-client.ts';
import { temporaryFolder } from './store/temporary-folder.ts';
import { freePort } from './support/ports.ts';
import { outcomeOf, start, startProcess } from './support/process.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, 'docs/first-hour.md'), 'utf8');
const BASE = 'http://127.0.0.1:8080';

interface Step {
  readonly command: string;
  readonly output: string;
}

/** The commands of a section, each with the lines below it. */
function stepsOf(section: string): Step[] {
  const text = PAGE.split(`## ${section}\n`)[1].split('\n## ')[0];
  const blocks = Array.from(text.matchAll(/^```text\n([\s\S]*?)^```$/gm), ([, block]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const lines = step.trimEnd().split('\n');
        const rest = lines.slice(1);
        const end = rest.findIndex((line) => !line.startsWith('> '));
        const continued = end < 0 ? rest : rest.slice(0, end);
        return {
          command: [lines[0], ...continued.map((line) => line.slice(2))].join('\n'),
          output: rest.slice(continued.length).join('\n'),
        };
      }),
  );
}

/** Matches what the page shows. */
function shown(output: string): RegExp {
  const parts = output.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}\\s*$`);
}

/** A shell of its own, in which `npx forecourt` is the program, and port 8080 another. */
function openShell(cwd: string, port: number) {
  // A program, not a function of the shell: a job of the shell is then the process itself, and ends with its signal.
  const programs = temporaryFolder();
  writeFileSync(
    join(programs, 'npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${ROOT}bin/forecourt.js' "$@"\n`,
    { mode: 0o755 },
  );
  const environment = { FORECOURT_PORT: String(port), PATH: `${programs}:${process.env['PATH']}` };
  const shell = startProcess('bash', [], { cwd, environment, endsChildren: true });
  let text = '';
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  shell.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    async run(command: string): Promise<string> {
      text = '';
      shell.stdin.write(`${command.replaceAll(BASE, `http://127.0.0.1:${port}`)}\necho "[end $?]"\n`);
      await expect.poll(() => text).toMatch(/\[end \d+\]\n$/);
      return text.replaceAll(`http://127.0.0.1:${port}`, BASE).replace('[end 0]\n', '');
    },
    async close(): Promise<void> {
      shell.stdin.end('kill $(jobs -p)\nwait\n');
      await outcomeOf(shell);
    },
  };
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok === true) return;
    await delay(200);
  }
}

const SECTIONS = Array.from(PAGE.matchAll(/^## (.*)$/gm), ([, title]) => title);

it('has at most 120 lines, and sections that are all run here', () => {
  expect(PAGE.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  expect(SECTIONS).toEqual([
    'Start and ask',
    'Your own stock',
    'A search that finds nothing',
    'An assistant',
    'From one machine to two',
    'The place of a bug',
  ]);
});

it('starts and asks', async () => {
  const [first, ...steps] = stepsOf('Start and ask');
  // Installed and built already; `npm start` is then this.
  expect(first.command).toBe('npm ci && npm start');
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.start).toBe('exec node bin/forecourt.js serve --demo');
  const folder = temporaryFolder();
  const port = await freePort();
  start(['serve', '--demo'], { cwd: folder, environment: { FORECOURT_PORT: String(port) } });
  await ready(`http://127.0.0.1:${port}`);
  const shell = openShell(folder, port);
  for (const { command, output } of steps) expect(await shell.run(command)).toMatch(shown(output));
  await shell.close();
});

it('takes an own stock from inspection to a schedule, an empty search, an assistant and a bug', async () => {
  const folder = temporaryFolder();
  for (const name of ['src', 'test']) symlinkSync(join(ROOT, name), join(folder, name));
  const port = await freePort();
  const shell = openShell(folder, port);
  for (const section of ['Your own stock', 'A search that finds nothing', 'The place of a bug'])
    for (const { command, output } of stepsOf(section))
      expect(await shell.run(command), command).toMatch(shown(output));

  const [stdio, http] = Array.from(PAGE.matchAll(/^```json\n([\s\S]*?)^```$/gm), ([, json]) => json);
  const { mcpServers } = JSON.parse(
    stdio.replace('/path/to/forecourt/', ROOT).replace('/path/to/stock', join(folder, 'stock')),
  ) as { mcpServers: { forecourt: { command: string; args: string[] } } };
  const { servers } = JSON.parse(http) as { servers: { forecourt: { url: string } } };
  const url = new URL(servers.forecourt.url.replace(BASE, `http://127.0.0.1:${port}`));
  for (const [transport, version] of [
    [new StdioClientTransport({ ...mcpServers.forecourt, stderr: 'pipe' }), '2025-11-25'],
    [new StreamableHTTPClientTransport(url), '2026-07-28'],
  ] as const) {
    const client = await connect(transport, version);
    const result = await client.callTool({ name: 'search_vehicles', arguments: { q: 'estate' } });
    expect(result.structuredContent).toMatchObject({
      results: { total_vehicles: 1, cars: [{ make: 'Skoda', price: 10450 }] },
    });
  }
  await shell.close();
});

it('moves to a cluster by the commands of docs/scaling.md, which test/opensearch/ runs on one', () => {
  const block = /^```sh\n[\s\S]*?^```$/m;
  expect(block.exec(PAGE)?.[0]).toBe(block.exec(readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8'))?.[0]);
});
