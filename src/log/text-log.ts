// Lines for people, on the streams of a command. A line that does not begin with a space begins an event; control
// characters are shown, not sent, so that nobody's terminal does what a client says.
import { withoutControls } from '../problem.ts';
import type { Log, Sentences } from './log.ts';
import { fitForLog } from './logged-request.ts';
import { stackOf } from './stack-of.ts';

export function textLog(out: Sentences): Log {
  return {
    line: (text) => out.line(shown(text)),
    note: (text) => out.note(shown(text)),
    fault(error, requestId) {
      const where = requestId === undefined ? '' : ` in request ${requestId}`;
      out.note(shown(`ERROR${where}: ${stackOf(error)}`));
    },
    request(entry) {
      const { requestId, method, target, status, ms, bytes, address, token, userAgent, problem } =
        fitForLog(entry);
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

function shown(text: string): string {
  return text.split('\n').map(withoutControls).join('\n  ');
}
