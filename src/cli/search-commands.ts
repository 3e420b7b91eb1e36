// The flags and help of the commands that search a data folder without a server: search, summary, map, interpret and lookup. Each
// has the parameters of its operation of the API, and with --json prints its response.
import type { Command } from 'commander';
import { DEFAULT_ZOOM, ZOOM } from '../stock/stock-map.ts';
import { Problem } from '../problem.ts';
import { addSettings, configOf, onUpgradedStock, type CommandContext } from './command-context.ts';
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

export function addSearchCommands(program: Command, context: CommandContext): void {
  addSearchCommand(program, context);
  addSummaryCommand(program, context);
  addMapCommand(program, context);
  addInterpretCommand(program, context);
  addLookupCommand(program, context);
}

function addSearchCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .hook('preAction', onUpgradedStock(context))
    .description('search the stock of a data folder, with the parameters of the API')
    .argument('[words...]', WORDS)
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt search golf
  $ forecourt search --make Ford --model Focus --sort price_asc
  $ forecourt search --location "SW1A 1AA" --distance 3 --sort distance
  $ forecourt search panoramic roof --json`,
    );
  const parameters = addParameterFlags(command);
  addSettings(command, SETTINGS).action(async (words: string[]) => {
    const config = configOf(command, context);
    const { searchCommand } = await import('./search-command.ts');
    const pageLine = (page: number): string =>
      commandLine(command, words, withFlags(givenFlags(command), [['--page', String(page)]]));
    await searchCommand(pairsWithWords(words, parameters()), config, context.output, pageLine);
  });
}

function addSummaryCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('summary')
    .hook('preAction', onUpgradedStock(context))
    .description("summarise a search's matches by make, price and so on, with the parameters of the API")
    .argument('[words...]', WORDS)
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt summary --make Ford --price_max 9000
  $ forecourt summary panoramic roof --json`,
    );
  const why = 'a summary is of all matches, in no order';
  const parameters = addParameterFlags(command, { names: ['sort', 'page'], why });
  addSettings(command, SETTINGS).action(async (words: string[]) => {
    const config = configOf(command, context);
    const { summaryCommand } = await import('./summary-command.ts');
    await summaryCommand(pairsWithWords(words, parameters()), config, context.output);
  });
}

function addMapCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('map')
    .hook('preAction', onUpgradedStock(context))
    .description("count a search's matches by place, with the parameters of the API")
    .argument('[words...]', WORDS)
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt map --make Ford
  $ forecourt map golf --zoom 7 --bbox=-2.5,53.3,-1.9,53.7`,
    );
  const why = 'a map shows all matches, in no order';
  const parameters = addParameterFlags(command, { names: ['sort', 'page'], why });
  const zoom = `zoom of web maps, 0 to ${ZOOM.max}; each halves the cells (default: ${DEFAULT_ZOOM})`;
  addRepeatableFlag(command, 'zoom', 'number', zoom);
  addRepeatableFlag(command, 'bbox', 'degrees', 'only cells in this box: west,south,east,north');
  addSettings(command, SETTINGS).action(async (words: string[]) => {
    const config = configOf(command, context);
    const { mapCommand } = await import('./map-command.ts');
    const views = ['zoom', 'bbox'].flatMap((name) =>
      flagValuesOf(command, name).map((value) => [name, value] as const),
    );
    await mapCommand([...pairsWithWords(words, parameters()), ...views], config, context.output);
  });
}

function addInterpretCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('interpret')
    .hook('preAction', onUpgradedStock(context))
    .description('show which search a phrase means, word by word')
    .argument('[words...]', 'the phrase')
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt interpret cheap automatic golf under 10k near Leeds
  $ forecourt interpret "estate, not diesel" --json
  $ forecourt interpret cheaper --current 'make=Ford&price_max=8000'`,
    );
  addRepeatableFlag(command, 'text', 'phrase', 'the phrase, after the words if there are any');
  addRepeatableFlag(
    command,
    'current',
    'query',
    'the search so far as a query string, which the phrase may change',
  );
  addSettings(command, SETTINGS).action(async (words: string[]) => {
    const config = configOf(command, context);
    const [text = '', other] = new Set(textsWithWords(words, flagValuesOf(command, 'text')));
    if (text.trim() === '' || other !== undefined)
      throw new Problem(
        'invalid_configuration',
        'forecourt interpret needs one phrase, for example: forecourt interpret automatic golf under 10k',
      );
    const { interpretCommand } = await import('./interpret-command.ts');
    const current = flagValuesOf(command, 'current').join('&');
    await interpretCommand(text, current, config, context.output, searchLineBeside(command));
  });
}

function addLookupCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('lookup')
    .hook('preAction', onUpgradedStock(context))
    .description('look up listings by the URLs of their adverts, with price ratings')
    .argument('[adverts...]', "addresses of dealers' adverts")
    .addHelpText(
      'after',
      `
Examples:
  $ forecourt lookup https://northgate-cars.example/stock/71
  $ forecourt lookup https://northgate-cars.example/stock/71 https://south.example/used/9 --json`,
    );
  addRepeatableFlag(command, 'advert', 'url', 'address of an advert; may be repeated');
  addSettings(command, SETTINGS).action(async (operands: string[]) => {
    const config = configOf(command, context);
    const adverts = [...operands, ...flagValuesOf(command, 'advert')].map((text) => text.trim());
    const { lookupCommand } = await import('./lookup-command.ts');
    await lookupCommand(adverts, config, context.output, searchLineBeside(command));
  });
}
