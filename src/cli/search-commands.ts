// The flags and help of the commands that search a data folder without a server: search, summary, map, interpret and lookup. Each
// has the parameters of its operation of the API, and with --json prints its response.
import { DEFAULT_ZOOM, ZOOM } from '../stock/stock-map.ts';
import { invalidConfiguration } from '../problem.ts';
import type { CliCommand, CommandContext } from './command-context.ts';
import { commandLine, givenFlags, searchLineBeside, withFlags } from './command-lines.ts';
import {
  addParameterFlags,
  addRepeatableFlag,
  pairsWithWords,
  textsWithWords,
  flagValuesOf,
} from './search-flags.ts';

const SETTINGS = ['data', 'json', 'baseUrl', 'termsFile'] as const;
const WORDS = 'words to search for, as with --q';

export function addSearchCommands(program: CliCommand, context: CommandContext): void {
  addSearchCommand(program, context);
  addSummaryCommand(program, context);
  addMapCommand(program, context);
  addInterpretCommand(program, context);
  addLookupCommand(program, context);
}

function addSearchCommand(program: CliCommand, context: CommandContext): void {
  const command = program
    .command('search')
    .upgradesStock()
    .description('search the stock of a data folder, with the parameters of the API')
    .argument('[words...]', WORDS).helpAfter(`
Examples:
  $ forecourt search golf
  $ forecourt search --make Ford --model Focus --sort price_asc
  $ forecourt search --location "SW1A 1AA" --distance 3 --sort distance
  $ forecourt search panoramic roof --json`);
  const parameters = addParameterFlags(command);
  command.settings(SETTINGS).run(async (config, words: string[]) => {
    const { searchCommand } = await import('./search-command.ts');
    const pageLine = (page: number): string =>
      commandLine(command, words, withFlags(givenFlags(command), [['--page', String(page)]]));
    await searchCommand(pairsWithWords(words, parameters()), config, context.output, pageLine);
  });
}

function addSummaryCommand(program: CliCommand, context: CommandContext): void {
  const command = program
    .command('summary')
    .upgradesStock()
    .description("summarise a search's matches by make, price and so on, with the parameters of the API")
    .argument('[words...]', WORDS).helpAfter(`
Examples:
  $ forecourt summary --make Ford --price_max 9000
  $ forecourt summary panoramic roof --json`);
  const why = 'a summary is of all matches, in no order';
  const parameters = addParameterFlags(command, { names: ['sort', 'page'], why });
  command.settings(SETTINGS).run(async (config, words: string[]) => {
    const { summaryCommand } = await import('./summary-command.ts');
    await summaryCommand(pairsWithWords(words, parameters()), config, context.output);
  });
}

function addMapCommand(program: CliCommand, context: CommandContext): void {
  const command = program
    .command('map')
    .upgradesStock()
    .description("count a search's matches by place, with the parameters of the API")
    .argument('[words...]', WORDS).helpAfter(`
Examples:
  $ forecourt map --make Ford
  $ forecourt map golf --zoom 7 --bbox=-2.5,53.3,-1.9,53.7`);
  const why = 'a map shows all matches, in no order';
  const parameters = addParameterFlags(command, { names: ['sort', 'page'], why });
  const zoom = `zoom of web maps, 0 to ${ZOOM.max}; each halves the cells (default: ${DEFAULT_ZOOM})`;
  addRepeatableFlag(command, 'zoom', 'number', zoom);
  addRepeatableFlag(command, 'bbox', 'degrees', 'only cells in this box: west,south,east,north');
  command.settings(SETTINGS).run(async (config, words: string[]) => {
    const { mapCommand } = await import('./map-command.ts');
    const views = ['zoom', 'bbox'].flatMap((name) =>
      flagValuesOf(command, name).map((value) => [name, value] as const),
    );
    await mapCommand([...pairsWithWords(words, parameters()), ...views], config, context.output);
  });
}

function addInterpretCommand(program: CliCommand, context: CommandContext): void {
  const command = program
    .command('interpret')
    .upgradesStock()
    .description('show which search a phrase means, word by word')
    .argument('[words...]', 'the phrase').helpAfter(`
Examples:
  $ forecourt interpret cheap automatic golf under 10k near Leeds
  $ forecourt interpret "estate, not diesel" --json
  $ forecourt interpret cheaper --current 'make=Ford&price_max=8000'`);
  addRepeatableFlag(command, 'text', 'phrase', 'the phrase, after the words if there are any');
  addRepeatableFlag(
    command,
    'current',
    'query',
    'the search so far as a query string, which the phrase may change',
  );
  command.settings(SETTINGS).run(async (config, words: string[]) => {
    const [text = '', other] = new Set(textsWithWords(words, flagValuesOf(command, 'text')));
    if (text.trim() === '' || other !== undefined)
      throw invalidConfiguration(
        'forecourt interpret needs one phrase, for example: forecourt interpret automatic golf under 10k',
      );
    const { interpretCommand } = await import('./interpret-command.ts');
    const current = flagValuesOf(command, 'current').join('&');
    await interpretCommand(text, current, config, context.output, searchLineBeside(command));
  });
}

function addLookupCommand(program: CliCommand, context: CommandContext): void {
  const command = program
    .command('lookup')
    .upgradesStock()
    .description('look up listings by the URLs of their adverts, with price ratings')
    .argument('[adverts...]', "addresses of dealers' adverts").helpAfter(`
Examples:
  $ forecourt lookup https://northgate-cars.example/stock/71
  $ forecourt lookup https://northgate-cars.example/stock/71 https://south.example/used/9 --json`);
  addRepeatableFlag(command, 'advert', 'url', 'address of an advert; may be repeated');
  command.settings(SETTINGS).run(async (config, operands: string[]) => {
    const adverts = [...operands, ...flagValuesOf(command, 'advert')].map((text) => text.trim());
    const { lookupCommand } = await import('./lookup-command.ts');
    await lookupCommand(adverts, config, context.output, searchLineBeside(command));
  });
}
