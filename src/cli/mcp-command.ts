// `forecourt mcp`: MCP over standard input and output, for assistants that start the server themselves. Only the protocol
// goes to standard output.
import { defaultBaseUrl, type Config } from '../config/config.ts';
import { describeError, type Output } from '../log/log.ts';
import { openEmbeddedBackend, pollWithWarnings } from '../search/search-backend.ts';
import { noStockLine } from './path-problems.ts';

/** Serves until standard input ends. Responses wait until the stock has been read. */
export async function mcpCommand(config: Config, output: Output): Promise<void> {
  const backend = openEmbeddedBackend(config.data, { threads: true });
  try {
    const caughtUp = backend.catchUp();
    // Imported here, because loading it takes a tenth of a second that other commands should not spend.
    const { serveStandardInput } = await import('../mcp/stdio-transport.ts');
    const { drawPicture } = await import('../demo/picture.ts');
    const ended = serveStandardInput(
      {
        service: backend.service,
        baseUrl: config.baseUrl ?? defaultBaseUrl(config.host, config.port),
        pictureOrigins: config.pictureOrigins,
        drawPicture,
        ready: () => caughtUp,
        logError: (error, requestId) => output.warn(`${requestId}: ${describeError(error)}`),
      },
      (error) => output.warn(error.message),
    );
    // An unreadable folder ends the command, unless the client has disconnected first.
    caughtUp.catch(() => undefined);
    const isClientGone = await Promise.race([caughtUp.then(() => false), ended.then(() => true)]);
    if (isClientGone) return;
    if (backend.service.index.size === 0) output.warn(noStockLine(config.data));
    pollWithWarnings(backend, output);
    await ended;
  } finally {
    await backend.close();
  }
}
