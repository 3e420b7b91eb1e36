// Makes all calls: the commands first, because they fill the stocks, then those of one server after the other.
import { logProgress, progressLogger } from '../harness/command.ts';
import { runCommandCall, startServer, writeFiles } from './program.ts';
import type { Answer, Call, CommandCall, HttpCall, Setting } from './recording.ts';

export interface Calls {
  /** Undefined: one that is not made. The clock of the others does not depend on it. */
  readonly commands: readonly (CommandCall | undefined)[];
  /** Those of a server, which runs at the port. */
  readonly callsOf: (server: string, port: number) => readonly HttpCall[] | Promise<readonly HttpCall[]>;
}

/** Called in the order of the calls. */
type OnAnswer = (call: Call, answer: Answer) => void;

export async function perform(
  folder: string,
  { files, servers }: Setting,
  { commands, callsOf }: Calls,
  onAnswer: OnAnswer,
): Promise<void> {
  writeFiles(folder, files);
  await runCommands(folder, commands, onAnswer);
  for (const setup of servers) {
    const server = await startServer(folder, setup);
    try {
      const calls = await callsOf(setup.name, server.port);
      logProgress(`${calls.length} requests to the server '${setup.name}'`);
      const progress = progressLogger(setup.name, calls.length);
      let done = 0;
      for (const call of calls) {
        onAnswer(call, await server.send(call));
        progress(++done);
      }
    } finally {
      await server.stop();
    }
  }
}

interface PlannedCommand {
  readonly call: CommandCall;
  readonly position: number;
}

async function runCommands(folder: string, commands: Calls['commands'], onAnswer: OnAnswer): Promise<void> {
  const planned = commands.flatMap((call, position) => (call === undefined ? [] : [{ call, position }]));
  for (let at = 0; at < planned.length;) {
    const group = groupAt(planned, at);
    if (group.length > 1 || at % 25 === 0) logProgress(`${at} of ${planned.length} commands`);
    const answers = await answersTo(folder, group);
    for (const [i, { call }] of group.entries()) onAnswer(call, answers[i]);
    at += group.length;
  }
}

/** One command, or all independent ones up to the next that is not. */
function groupAt(planned: readonly PlannedCommand[], at: number): PlannedCommand[] {
  const dependent = planned.findIndex(({ call }, i) => i >= at && call.isIndependent !== true);
  return planned.slice(at, dependent < 0 ? undefined : Math.max(dependent, at + 1));
}

/** Of independent commands at the same time. */
const LANES = 4;

async function answersTo(folder: string, group: readonly PlannedCommand[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const entries = group.entries();
  const lane = async (): Promise<void> => {
    for (const [i, { call, position }] of entries) answers[i] = await runCommandCall(folder, call, position);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return answers;
}
