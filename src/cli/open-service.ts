// The common part of commands that search: opening a data folder, its warnings, and closing it.
import { correctionSentences } from '../api/corrections.ts';
import { defaultBaseUrl, type Config } from '../config/config.ts';
import type { Correction } from '../query/search-query.ts';
import { openEmbeddedBackend } from '../search/search-backend.ts';
import type { SearchService } from '../search/search-service.ts';
import type { ParameterIssue } from '../problem.ts';
import { checkNamedFolder, noStockLine } from './path-problems.ts';
import { printResult } from './command-context.ts';
import type { Output } from '../log/log.ts';

export interface OpenService {
  readonly service: SearchService;
  /** Base of the URLs in responses. */
  readonly baseUrl: string;
  /** Prints notes on parameters that were probably not intended. */
  readonly note: (noted: {
    readonly warnings?: readonly ParameterIssue[];
    readonly corrections?: readonly Correction[] | undefined;
  }) => void;
  /** Prints a response: as JSON, or as `lines`. If there is no stock, people get advice instead of lines. */
  readonly print: (response: object, lines: () => readonly string[]) => void;
}

/** Runs `work` on the stock of the data folder. Throws a Problem `data_…`. */
export async function withService(
  config: Config,
  output: Output,
  work: (opened: OpenService) => Promise<void>,
): Promise<void> {
  checkNamedFolder(config.data);
  const backend = openEmbeddedBackend(config.data, { threads: false });
  const { service } = backend;
  try {
    await backend.catchUp();
    await work({
      service,
      baseUrl: config.baseUrl ?? defaultBaseUrl(config.host, config.port),
      note({ warnings = [], corrections }) {
        const notes = [...warnings.map(({ message }) => message), ...correctionSentences(corrections)];
        for (const note of notes) output.warn(`Note: ${note}`);
      },
      print(response, lines) {
        const isEmpty = service.index.size === 0;
        if (isEmpty && config.json) output.warn(noStockLine(config.data));
        printResult(response, isEmpty ? () => [noStockLine(config.data)] : lines, config, output);
      },
    });
  } finally {
    await backend.close();
  }
}
