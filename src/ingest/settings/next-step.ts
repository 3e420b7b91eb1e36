// What to do about a feed that cannot be imported as it is: the whole command with the flags to add, or the settings of a
// configured feed.
import { domainName } from '../../listing/domain-name.ts';
import { quotedWord, shellWord } from '../../quoted-text.ts';
import type { MappedRecord, RejectionReason } from '../values/record-result.ts';

export const STANDARD_INPUT = 'standard input';

export type FeedCommand = 'import' | 'inspect';

/** Flags of the operator's command with their values, without the dealer; `only`: those that the other command lacks. */
export type GivenFlags = readonly (readonly [flag: string, value?: string, only?: FeedCommand])[];

export interface KnownOfFeed {
  readonly files: readonly string[];
  readonly isConfigured: boolean;
  readonly dealer: string | undefined;
  readonly flags?: GivenFlags | undefined;
  readonly idColumn: string | undefined;
  readonly advertHost?: string | undefined;
  readonly hasManyHosts?: boolean;
}

export function missingColumnsHint(missing: readonly string[], known: KnownOfFeed): string {
  const { isConfigured, dealer, advertHost, hasManyHosts = false } = known;
  if (missing.includes('id'))
    return isConfigured
      ? `The first row must name the columns. If it does, add ${setting('mapping', '{"columns": {"COLUMN": "id"}}')} to the feed's settings, with the name of its column.`
      : `The first row must name the columns. If it does, let Forecourt guess what they are: ${suggestCommand(known)}.`;
  const host = dealer ?? advertHost ?? 'YOUR-DEALER';
  const lacksDealer = missing.includes('dealer');
  const address = `https://${host}/stock/{${known.idColumn ?? 'id'}}`;
  const lacksAddress = missing.includes('advert_url');
  const byAdvert = '"dealer_from": "advert_url"';
  if (isConfigured) {
    const settings = [
      ...(lacksDealer && !hasManyHosts ? [setting('dealer', JSON.stringify(host))] : []),
      ...(lacksDealer && hasManyHosts ? [setting('mapping', `{${byAdvert}}`)] : []),
      ...(lacksAddress ? [setting('advertUrl', JSON.stringify(address))] : []),
    ];
    return `Add ${settings.join(' and ')} to the feed's settings.`;
  }
  const mapping = known.flags?.find(([flag]) => flag === '--mapping')?.[1];
  if (lacksDealer && hasManyHosts)
    return mapping === undefined
      ? `The adverts are on several sites: if each is its dealer's, put {${byAdvert}} into a file and add --mapping FILE: ${importCommand(known)} --mapping FILE.`
      : `The adverts are on several sites: if each is its dealer's, add ${byAdvert} to ${shellWord(mapping)}: ${importCommand(known)}.`;
  const flags = [
    ...(lacksDealer ? [`--dealer ${shellWord(host)}`] : []),
    ...(lacksAddress ? [`--advert-url ${quotedWord(address)}`] : []),
  ];
  const more = !lacksDealer
    ? ''
    : advertHost === undefined
      ? ` If the adverts are on their dealers' sites, a mapping with ${byAdvert} will do instead.`
      : " All adverts are on that site: check that it is the dealer's.";
  const kept = known.flags?.filter(([flag]) => !lacksAddress || flag !== '--advert-url');
  return `Add ${flags.join(' and ')}: ${importCommand({ ...known, flags: kept })} ${flags.join(' ')}.${more}`;
}

/** What to do about a CSV feed without a header, after `if the feed has none,`. */
export function missingHeaderHint(known: Omit<KnownOfFeed, 'idColumn'>): string {
  return known.isConfigured
    ? `name them in its settings, for example ${setting('mapping', '{"header": ["id", "make", "model", "price"]}')}, ` +
        'or let Forecourt guess them from a copy: forecourt feed inspect FILE --suggest.'
    : 'name them with --columns, for example --columns id,make,model,price, or let Forecourt guess them: ' +
        `${suggestCommand(known)}.`;
}

function setting(name: string, json: string): string {
  return `${JSON.stringify(name)}: ${json}`;
}

type OfCommand = Pick<KnownOfFeed, 'files' | 'dealer' | 'flags'>;

function inspectCommand({ files, dealer, flags = [] }: OfCommand): string {
  const shown = flags.filter(([flag]) => flag !== SUGGEST && flag !== OVERWRITE);
  const words = [fileWord(files[0] ?? 'FILE'), ...givenWords('inspect', dealer, shown)];
  return `forecourt feed inspect ${words.join(' ')}`;
}

function suggestCommand(known: OfCommand): string {
  const given = known.flags?.filter(([flag]) => flag === SUGGEST || flag === OVERWRITE) ?? [];
  const words = given.length > 0 ? givenWords('inspect', undefined, given) : [SUGGEST];
  return `${inspectCommand(known)} ${words.join(' ')}`;
}

const SUGGEST = '--suggest';
const OVERWRITE = '--overwrite';

function importCommand({ files, dealer, flags }: OfCommand): string {
  return `forecourt import ${[...files.map(fileWord), ...givenWords('import', dealer, flags)].join(' ')}`;
}

function givenWords(command: FeedCommand, dealer: string | undefined, flags: GivenFlags = []): string[] {
  const all: GivenFlags = dealer === undefined ? flags : [['--dealer', dealer], ...flags];
  return all
    .filter(([, , only]) => only === undefined || only === command)
    .map(([flag, value]) => (value === undefined ? flag : `${flag} ${shellWord(value)}`));
}

export class RejectedRecords {
  #count = 0;
  #withoutId = 0;
  #withoutDealer = 0;
  #withoutAddress = 0;
  #idColumn: string | undefined;
  /** At most two: more do not matter. */
  readonly #hosts = new Set<string>();

  /** Counts a rejected record; without its values if it is not an object. */
  add(reason: RejectionReason, { values, idColumn }: Partial<MappedRecord> = {}): void {
    this.#count += 1;
    this.#idColumn ??= idColumn;
    if (reason === 'missing_id') this.#withoutId += 1;
    const address = values?.advert_url;
    const lacksDealer = reason === 'missing_dealer' || reason === 'invalid_dealer';
    if (lacksDealer) this.#withoutDealer += 1;
    const host =
      typeof address === 'string' && URL.canParse(address) ? domainName(new URL(address).host) : undefined;
    if (host !== undefined && this.#hosts.size < 2) this.#hosts.add(host);
    const isAddressFault = reason === 'missing_advert_url' || reason === 'invalid_advert_url';
    if (isAddressFault || (lacksDealer && host === undefined)) this.#withoutAddress += 1;
  }

  /** What to do; undefined if at most half of the `read` records were rejected for what they are. */
  nextStep(read: number, known: Omit<KnownOfFeed, 'idColumn'>): string | undefined {
    if (this.#count * 2 <= read) return undefined;
    const most = (count: number): boolean => count * 2 > this.#count;
    const missing = [
      ...(known.dealer === undefined && most(this.#withoutDealer) ? ['dealer'] : []),
      ...(most(this.#withoutAddress) ? ['advert_url'] : []),
    ];
    const [advertHost, other] = this.#hosts;
    if (missing.length > 0)
      return missingColumnsHint(missing, {
        ...known,
        idColumn: this.#idColumn,
        advertHost: other === undefined ? advertHost : undefined,
        hasManyHosts: other !== undefined,
      });
    if (known.isConfigured)
      return 'To see what is in each column, save the feed as a file: forecourt feed inspect FILE.';
    return most(this.#withoutId)
      ? `Let Forecourt guess what the columns are: ${suggestCommand(known)}.`
      : `To see what is in each column: ${inspectCommand(known)}.`;
  }
}

function fileWord(name: string): string {
  return name === STANDARD_INPUT ? '-' : shellWord(name);
}
