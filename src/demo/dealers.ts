// The demo's dealers: invented names under `.example`, at real postcodes. A few are large and have several sites, most are
// small. They do not depend on the seed of the stock.
import { readFileSync } from 'node:fs';
import type { Car } from './car.ts';
import { Random, weighted, type Weighted } from './random.ts';
import { PRICE_ENDINGS, type PriceEnding } from './valuation.ts';
import { packageFile } from '../package-files.ts';

export interface DealerLocation {
  /** Unit postcode: `LS1 4AP`. */
  readonly postcode: string;
  readonly town: string;
}

export interface Dealer {
  readonly domain: string;
  readonly sites: readonly [DealerLocation, ...DealerLocation[]];
  /** Last two digits of most of this dealer's prices. */
  readonly priceEnding: PriceEnding;
}

/** Specialisations; `general` sells anything. */
const TRADES = ['general', 'prestige', 'electric', 'offroad', 'commercial', 'budget'] as const;
type Trade = (typeof TRADES)[number];

/** Names by trade, largest dealer first. */
const NAMES: Record<Trade, string> = {
  general: `
    harlowandfinch thornbeckmotorgroup castledenecars brackenhallmotors willowmerecars ravensmoorgroup
    pennywellcars oakhangermotors tillingbrookcars farthingdalemotors ashcombeautos millwrightmotors
    larkspurcars stonebridgeandsons copperfieldautocentre merriweathercars dunmallowmotors hollinsgateway
    whitethorncarcentre fernhollowmotors saltersleycars kestrelwaymotors briarfieldautos tamarackcars
    oldforgegarage wetherbrookmotors greywackecars quarrybankautos nettlecombemotors highfellgarage
    marlowwaycars bellweathermotors pebblecourtcars foxholtgarage haymarketwayautos crosslanecarsales
    yarrowandpike linnetparkmotors orchardendgarage bramblehillcars tithebarnmotors riverstepcars
    hazelgroveandco candlefordmotors limekilnautos swallowfieldcars gorsehillmotors weaverscroftcars
    northgatewheelco elderflowermotors cobblestonecars thistlewickgarage butterleymotors pinfoldcars
    sandpiperautos clockhousegarage ivybankmotors drystonecars hobbslanegarage merlinparkautos
    cloverleafcarbarn junipercarhouse waggonersyard lockkeeperscars tollgatemotorco ploughmansgarage
    curlewmotors rookeryautos bluebellcarsales threeoaksgarage heronsreachcars blackthornautos
    maypolemotors cornmillcars dovecotegarage wheatsheafautos owlpenmotors kingfisherwheels
    teaselcars rowanbankautos hedgerowmotors smithyfieldgarage harebellcars primrosecarbarn
    chalkpitmotors aldersidecars tannersyardautos spindlewoodmotors fieldfarecars wrenhousegarage
    beechmastcars sorrelmotors lapwingautos coopersgategarage mallowcars starlingroadmotors
    peartreecarsales gatepostmotors celandinecars windmillhillautos mossbankgarage eyebrightmotors
    dunnockcars ferrysidegarage puddlelanecars brookweirmotors`,
  prestige: `
    aldwickprestige sovereignmarque belgraviarow carringtonhouse monarchandwren silverbirchprestige
    regentsmarque ashdownperformance thoroughbredmotorhouse grandtourergallery velvetroadcars
    argentspecialistcars`,
  electric: `
    voltlanecars plugandmeadow quietmilemotors greenampere currentdrive sparrowelectric`,
  offroad: `
    fellsideoffroad muddybootmotors highpasturefourbyfour drovers4x4 peatmoorcountry crofters4x4`,
  commercial: `
    loadbayvans tradesmanswharf workhorsevans toolboxcommercials longwheelbaseyard sitereadyvans
    payloadandco roofracktraders`,
  budget: `
    pennyfarthingcars thriftymilecars firstwheels runaroundyard bargainbarncars roundaboutmotors
    secondgearcars honestmilemotors smallchangecars`,
};

/** Number of general dealers, largest first, with a second site, a third, and so on. */
const MORE_SITES = [30, 18, 12, 8, 7, 5];

const PRESTIGE_MAKES = new Set([
  'Porsche',
  'Bentley',
  'Aston Martin',
  'Jaguar',
  'Land Rover',
  'Lexus',
  'Tesla',
]);
const PRESTIGE_FROM_GBP = 24_000;
/** From this price only specialists sell a car. */
const DEAR_FROM_GBP = 60_000;
const BUDGET_TO_GBP = 4_500;

export class DealerBook {
  /** Every dealer, general traders first. */
  readonly dealers: readonly Dealer[];
  readonly #traders = new Map<Trade, Weighted<Dealer>>();

  /** Needs a location for each site. */
  constructor(locations: readonly DealerLocation[]) {
    const random = new Random(150);
    const free = random.sample(locations, locations.length);
    for (const trade of TRADES) {
      const dealers = NAMES[trade]
        .trim()
        .split(/\s+/)
        .map((name, rank): Dealer => {
          const first = free.pop();
          if (first === undefined) throw new Error('there are fewer locations than sites');
          const more = trade === 'general' ? MORE_SITES.filter((count) => rank < count).length : 0;
          const sites: Dealer['sites'] = [first, ...free.splice(0, more)];
          return { domain: `${name}.example`, sites, priceEnding: random.pickSkewed(PRICE_ENDINGS) };
        });
      this.#traders.set(trade, weighted(dealers, sizeAt));
    }
    this.dealers = [...this.#traders.values()].flatMap(({ values }) => values);
  }

  /** A dealer that would sell `car`. */
  pick(random: Random, car: Car): Dealer {
    const trades = tradesFor(car);
    const special = trades.length > 0 && (car.valuationGbp >= DEAR_FROM_GBP || random.chance(0.35));
    const trade = special ? random.pick(trades) : 'general';
    const traders = this.#traders.get(trade);
    if (traders === undefined) throw new Error(`there is no dealer of the trade ${trade}`);
    return random.pickWeighted(traders);
  }
}

/** Relative size by rank within the trade: the tenth has about a quarter of the first one's stock. */
function sizeAt(_: Dealer, rank: number): number {
  return 1 / (rank + 3);
}

function tradesFor(car: Car): Trade[] {
  const trades: Trade[] = [];
  const { body } = car.body;
  if (body === 'van' || body === 'pickup') trades.push('commercial');
  else if (PRESTIGE_MAKES.has(car.model.make) || car.valuationGbp >= PRESTIGE_FROM_GBP)
    trades.push('prestige');
  if (car.engine.fuel === 'Electric' || car.engine.plugIn) trades.push('electric');
  if (car.model.make === 'Land Rover' || body === 'pickup') trades.push('offroad');
  if (car.valuationGbp <= BUDGET_TO_GBP) trades.push('budget');
  return trades;
}

const LOCATIONS_FILE = packageFile('assets/demo/places.tsv');

/** The locations in assets/demo/places.tsv, in its order. */
export function loadDealerLocations(): DealerLocation[] {
  const [, ...lines] = readFileSync(LOCATIONS_FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line, position) => {
    const [postcode, town] = line.split('\t');
    if (!postcode || !town)
      throw new Error(`places.tsv, line ${position + 2}: no postcode and town ('${line}')`);
    return { postcode, town };
  });
}
