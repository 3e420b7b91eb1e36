// Both formats of the log: their lines, redacted secrets, and values that cannot forge a line.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { beginningWith, jsonLog, openLog, type Log, type AccessLogEntry } from '../../src/log/log.ts';

const ENTRY: AccessLogEntry = {
  requestId: 'id-1',
  method: 'GET',
  target: '/api/v1/vehicles/?make=Ford',
  status: 200,
  ms: 1.23456,
  bytes: 5432,
  address: '203.0.113.9',
  token: 'partner',
  userAgent: 'curl/8',
  problem: undefined,
};

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** The lines of a JSON log, each written before the next entry: a full buffer is written in the background. */
async function written(...entries: ((log: Log) => void)[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-log-'));
  folders.push(folder);
  const path = join(folder, 'log');
  const fd = openSync(path, 'a');
  const log = jsonLog(fd);
  let size = 0;
  for (const write of entries) {
    write(log);
    log.flush();
    size = await vi.waitFor(() => {
      const text = readFileSync(path, 'utf8');
      expect(text.length).toBeGreaterThan(size);
      expect(text.endsWith('\n')).toBe(true);
      return text.length;
    });
  }
  closeSync(fd);
  return readFileSync(path, 'utf8').slice(0, -1).split('\n');
}

async function parsed(...entries: ((log: Log) => void)[]): Promise<Record<string, unknown>[]> {
  const lines = await written(...entries);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The lines and warnings that `say` writes to a text log. */
function spoken(say: (log: Log) => void): { lines: string[]; notes: string[] } {
  const lines: string[] = [];
  const notes: string[] = [];
  say(openLog('text', { line: (text) => lines.push(text), warn: (text) => notes.push(text) }));
  return { lines, notes };
}

describe('a log that begins with a line', () => {
  test('writes it once, before the first entry of any kind', () => {
    const { lines, notes } = spoken((log) => {
      const begun = beginningWith('Forecourt 7.1.0 starts.', log);
      begun.line('Forecourt answers.');
      begun.begin();
      begun.warn('The stock cannot be followed.');
    });
    expect({ lines, notes }).toEqual({
      lines: ['Forecourt 7.1.0 starts.', 'Forecourt answers.'],
      notes: ['The stock cannot be followed.'],
    });
    const warned = spoken((log) => beginningWith('Forecourt 7.1.0 starts.', log).warn('No port is free.'));
    expect(warned).toEqual({ lines: ['Forecourt 7.1.0 starts.'], notes: ['No port is free.'] });
  });

  test('writes nothing without an entry', () => {
    expect(spoken((log) => beginningWith('Forecourt 7.1.0 starts.', log).flush())).toEqual({
      lines: [],
      notes: [],
    });
  });
});

describe('a JSON log', () => {
  test('writes an event as one line with time, level and message', async () => {
    const [good, bad] = await parsed(
      (log) => log.line('Forecourt answers.'),
      (log) => log.warn('The stock cannot be followed:\nno space'),
    );
    expect(good).toEqual({ level: 'info', time: good.time, pid: process.pid, msg: 'Forecourt answers.' });
    expect(Date.parse(String(good.time))).toBeGreaterThan(Date.now() - 60_000);
    expect(bad).toMatchObject({ level: 'warn', msg: 'The stock cannot be followed:\nno space' });
  });

  test('writes a request as one line with all members of its entry', async () => {
    const [line] = await parsed((log) => log.access(ENTRY));
    expect(line).toEqual({
      level: 'info',
      time: line.time,
      pid: process.pid,
      request_id: 'id-1',
      path: '/api/v1/vehicles/?make=Ford',
      method: 'GET',
      status: 200,
      bytes: 5432,
      address: '203.0.113.9',
      token: 'partner',
      ms: 1.235,
      user_agent: 'curl/8',
      msg: 'request',
    });
  });

  test('logs an internal error at level error, a rejected request at level info', async () => {
    const lines = await parsed(
      (log) => log.access({ ...ENTRY, status: 500, problem: 'internal_error' }),
      (log) => log.access({ ...ENTRY, status: 503, problem: 'overloaded' }),
    );
    expect(lines.map(({ level, problem }) => [level, problem])).toEqual([
      ['error', 'internal_error'],
      ['info', 'overloaded'],
    ]);
  });

  test('writes a bug with its stack, its causes and the request id', async () => {
    const fault = new TypeError('x is undefined', { cause: new Error('no space\nleft') });
    const [inRequest, beside, odd] = await parsed(
      (log) => log.error(fault, 'id-7'),
      (log) => log.error(fault),
      (log) => log.error('thrown as a text'),
    );
    expect(inRequest).toMatchObject({ level: 'error', request_id: 'id-7', msg: 'TypeError: x is undefined' });
    expect(inRequest.stack).toMatch(/^TypeError: x is undefined\n {4}at .*log\.test\.ts/);
    expect(inRequest.stack).toContain('\nCaused by: Error: no space\nleft\n    at ');
    expect(beside).not.toHaveProperty('request_id');
    expect(odd).toMatchObject({ level: 'error', msg: 'thrown as a text', stack: 'thrown as a text' });
  });

  test('writes one line per request, whatever the client sends', async () => {
    const hostile = 'x\r\n{"level":"info"}\u2028\u0000\u001b[2J"\\';
    const lines = await written((log) =>
      log.access({ ...ENTRY, target: `/${hostile}`, userAgent: hostile, token: hostile, method: hostile }),
    );
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0])).toMatchObject({ path: `/${hostile}`, user_agent: hostile });
    expect(lines[0]).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe('a text log', () => {
  test('writes events and requests to the lines, warnings to the warnings', () => {
    const { lines, notes } = spoken((log) => {
      log.line('Forecourt answers.');
      log.warn('It does not.');
      log.access(ENTRY);
    });
    expect(notes).toEqual(['It does not.']);
    expect(lines[0]).toBe('Forecourt answers.');
    expect(lines[1].slice(lines[1].indexOf(' ') + 1)).toBe(
      '203.0.113.9 partner GET /api/v1/vehicles/?make=Ford 200 - 1.2 ms 5432 B id-1 "curl/8"',
    );
  });

  test('marks a bug as an error, with the request id', () => {
    const { lines, notes } = spoken((log) => {
      log.error(new TypeError('x is\u001b[2J undefined'), 'id-7');
      log.error('thrown as a text');
    });
    expect(lines).toEqual([]);
    expect(notes[0]).toMatch(/^ERROR in request id-7: TypeError: x is\\u001b\[2J undefined\n {6}at /);
    expect(notes[1]).toBe('ERROR: thrown as a text');
  });

  test('escapes control characters, and indents further lines of an event', async () => {
    const { lines, notes } = spoken((log) => {
      log.warn('Error: bad\n    at file.ts\r\u001b[2J\u202e');
      log.access({ ...ENTRY, userAgent: 'a\r\n2026 forged' });
    });
    expect(notes).toEqual(['Error: bad\n      at file.ts\\u000d\\u001b[2J\\u202e']);
    expect(lines[0]).toContain('"a\\r\\n2026 forged"');
    expect(lines[0]).not.toContain('\n');
  });
});

describe('a logged request', () => {
  const targetIn = async (target: string): Promise<unknown> => {
    const [line] = await parsed((log) => log.access({ ...ENTRY, target }));
    return line.path;
  };

  test.each([
    ['/mcp?access_token=abc', '/mcp?access_token=…'],
    ['/a?make=Ford&Access_Token=abc&page=2', '/a?make=Ford&Access_Token=…&page=2'],
    ['/a?%61ccess%5Ftoken=abc', '/a?%61ccess%5Ftoken=…'],
    ['/a?+access_token+=a=b', '/a?+access_token+=…'],
    ['/a?api_key=abc&password=x&token=', '/a?api_key=…&password=…&token=…'],
    ['/a?%ff=abc&key', '/a?%ff=abc&key=…'],
    ['/a?make=token', '/a?make=token'],
    ['/token=abc', '/token=abc'],
  ])('%s is logged as %s', async (target, logged) => {
    expect(await targetIn(target)).toBe(logged);
  });

  test('truncates long values', async () => {
    const [line] = await parsed((log) =>
      log.access({ ...ENTRY, target: `/${'x'.repeat(9000)}`, userAgent: 'y'.repeat(500) }),
    );
    expect(line.path).toBe(`/${'x'.repeat(2047)}…`);
    expect(line.user_agent).toBe(`${'y'.repeat(128)}…`);
  });

  test('keeps the last character of a truncated value whole', async () => {
    const [line] = await parsed((log) => log.access({ ...ENTRY, userAgent: `y${'🚗'.repeat(200)}` }));
    expect(line.user_agent).toBe(`y${'🚗'.repeat(127)}…`);
  });
});
