// Records what this tree's program answers to thousands of calls, and makes the calls of a recording again to compare the answers: a
// change of the code's form changes none.
import { anyText, commandLine, optional, TEMPORARY_FOLDER, type Report } from '../harness/command.ts';
import { DifferenceReport } from './differences.ts';
import { perform, type Calls } from './perform.ts';
import {
  isCommand,
  isRequest,
  KINDS,
  readRecording,
  writeRecording,
  type Call,
  type Exchange,
  type Kind,
  type Setting,
} from './recording.ts';

export const RECORD = commandLine(
  'record',
  {
    compare: optional(
      'FILE',
      anyText,
      'makes the calls of this recording again, and prints every answer that differs',
    ),
    only: optional('KINDS', kindsOf, `with --compare: calls of these kinds, of ${KINDS.join(', ')}`),
    tmp: TEMPORARY_FOLDER,
  },
  {
    summary:
      'Records the answers of this tree to thousands of calls over HTTP and of the command, or compares them.',
    positional: '[file]',
    examples: ['before.br', '--compare before.br', '--compare before.br --only phrase,mcp'],
  },
);

function kindsOf(text: string, flag: string): Kind[] {
  return text.split(',').map((name) => {
    const kind = KINDS.find((one) => one === name.trim());
    if (kind === undefined) throw new Error(`${flag} takes ${KINDS.join(', ')} (got '${name}')`);
    return kind;
  });
}

/** Writes `file`. The folder is empty. */
export async function record(file: string, folder: string, setting: Setting, calls: Calls): Promise<Report> {
  const exchanges: Exchange[] = [];
  const report = new DifferenceReport();
  await perform(folder, setting, calls, (call, answer) => {
    exchanges.push({ call, answer });
    report.add(call, answer, answer);
  });
  const bytes = writeRecording(file, { ...setting, node: process.version, exchanges });
  return {
    lines: [
      ...report.lines(),
      `${exchanges.length} answers are in ${file}, ${(bytes / 2 ** 20).toFixed(1)} MB.`,
    ],
  };
}

/** Calls of other kinds than `only` are not made, except those that fill the stocks. */
export async function compareWith(
  file: string,
  folder: string,
  only: readonly Kind[] = KINDS,
): Promise<Report> {
  const { node, exchanges, files, servers } = readRecording(file);
  const answers = new Map(exchanges.map(({ call, answer }) => [call, answer]));
  const calls = [...answers.keys()];
  const isMade = ({ kind }: Call): boolean => only.includes(kind);
  const requests = calls.filter(isRequest).filter(isMade);
  const asked = {
    files,
    servers: servers.filter(({ name }) => requests.some(({ server }) => server === name)),
  };
  const made = {
    // All others need the stocks.
    commands: calls
      .filter(isCommand)
      .map((call) => (isMade(call) || call.kind === 'stock' ? call : undefined)),
    callsOf: (name: string) => requests.filter(({ server }) => server === name),
  };
  const report = new DifferenceReport();
  await perform(folder, asked, made, (call, answer) => report.add(call, answers.get(call) ?? {}, answer));
  return {
    lines: [
      ...report.lines(),
      ...(node === process.version
        ? []
        : [`The recording is of Node ${node}, and this is ${process.version}.`]),
    ],
    failures: report.different === 0 ? [] : [`answers that differ: ${report.different}`],
  };
}
