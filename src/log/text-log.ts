// Lines for people, on the streams of a command. A line that does not begin with a space begins an event; control
// characters are shown, not sent, so that nobody's terminal does what a client says.
import { withoutControls } from '../problem.ts';
import type { Log, Output } from './log.ts';
import { redactEntry } from './redact-entry.ts';
import { errorStack } from './error-stack.ts';

export function textLog(out: Output): Log {
  return {
    line: (text) => out.line(escapeLines(text)),
    warn: (text) => out.warn(escapeLines(text)),
    error(error, requestId) {
      const where = requestId === undefined ? '' : ` in request ${requestId}`;
      out.warn(escapeLines(`ERROR${where}: ${errorStack(error)}`));
    },
    access(entry) {
      const { requestId, method, target, status, ms, bytes, address, token, userAgent, problem } =
        redactEntry(entry);
      const parts = [
        new Date().toISOString(),
        address,
        token ?? '-',
        method,
        target,
        status,
        problem ?? '-',
        `${ms.toFixed(1)} ms`,
        bytes === undefined ? '-' : `${bytes} B`,
        requestId,
        userAgent === undefined ? '-' : JSON.stringify(userAgent),
      ];
      out.line(withoutControls(parts.join(' ')));
    },
    dropped: 0,
    // The streams of a process are written at once.
    flush: () => undefined,
  };
}

function escapeLines(text: string): string {
  return text.split('\n').map(withoutControls).join('\n  ');
}
