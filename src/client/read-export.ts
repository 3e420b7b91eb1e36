// Reads the lines of an export as they are received, in a few kilobytes of memory whatever its size.
import type * as Api from '../api/openapi-types.ts';
import { ForecourtProblem, tryParseObject, unexpectedResponse, unreachable } from './forecourt-problem.ts';

export type ExportLine = Api.ExportLine;
/** A listing with the URL of its advert and its times. */
export type ExportedListing = Extract<ExportLine, { readonly vehicle: unknown }>;
export type ExportEnd = Exclude<ExportLine, ExportedListing>;

/** Yields the listings and returns the last line. Throws a ForecourtProblem if the response ends before. */
export async function* readExport(
  url: string,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportedListing, ExportEnd, undefined> {
  let end: ExportEnd | undefined;
  for await (const text of readLines(url, response, signal)) {
    const line = tryParseObject(text) as ExportLine | undefined;
    if (line === undefined || !('vehicle' in line || 'cursor' in line))
      throw unexpectedResponse(response.status);
    if ('vehicle' in line) yield line;
    // Nothing follows it, and a response that is read to its end leaves its connection to the next request.
    else end = line;
  }
  if (end !== undefined) return end;
  throw new ForecourtProblem({
    status: response.status,
    code: 'incomplete',
    detail: `The export from ${url} ended before its last line.`,
  });
}

async function* readLines(
  url: string,
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  // Not all browsers iterate over streams.
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw unreachable(url, cause);
      });
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) return;
    }
  } finally {
    // The reader of the lines may have stopped early; the connection must not stay open for the rest.
    await reader.cancel().catch(() => undefined);
  }
}
