// Text log for people. A line that does not begin with a space starts an entry; control characters are escaped, so that
// clients cannot forge lines or control a terminal.
import { withoutControls } from '../problem.ts';
import { errorStack } from './describe-error.ts';
import { redactEntry } from './json-log.ts';
import type { Log, Output } from './log.ts';

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
    // `out` does not buffer.
    flush: () => undefined,
  };
}

/** Control characters are escaped and further lines indented. */
function escapeLines(text: string): string {
  return text.split('\n').map(withoutControls).join('\n  ');
}
