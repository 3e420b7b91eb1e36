// Counties, regions and islands of the United Kingdom: each has a district near its middle and the narrowest distance band
// around it that holds the area. Areas that no band holds have none.
import { townKey } from '../geo/postcode-gazetteer.ts';
import { PhraseMatcher, type PhraseMatch } from './phrase-matcher.ts';
import type { TokenizedPhrase } from './tokenized-phrase.ts';

export interface Area {
  readonly name: string;
  readonly district: string;
  readonly band: number | undefined;
}

type AreaRow = readonly [district: string, band: number | undefined, names: string];

/** The first name of a row is the one that answers give. */
const ENGLISH_COUNTIES: readonly AreaRow[] = [
  ['BS2', 4, 'Avon'],
  ['MK45', 3, 'Bedfordshire, Beds, Bedford shire'],
  ['RG5', 4, 'Berkshire, Berks, Royal Berkshire'],
  ['HP22', 4, 'Buckinghamshire, Bucks'],
  ['PE27', 4, 'Cambridgeshire, Cambs'],
  ['CW8', 4, 'Cheshire, Ches, Cheshire East, Cheshire West'],
  ['TS6', 3, 'Teesside, Cleveland, Tees Valley, Tees side'],
  ['TR1', 5, 'Cornwall, Cornish'],
  ['DL16', 4, 'County Durham, Co Durham, Durham county'],
  ['CA7', 5, 'Cumberland'],
  ['CA12', 5, 'Cumbria'],
  ['DE4', 4, 'Derbyshire, Derbys'],
  ['TQ13', 5, 'Devon, Devonshire'],
  ['BH18', 5, 'Dorset, Dorsetshire'],
  ['HU6', 4, 'East Riding of Yorkshire, East Riding, East Yorkshire, East Yorks, E Yorks, E Yorkshire'],
  ['BN26', 4, 'East Sussex, E Sussex'],
  ['CM3', 5, 'Essex'],
  ['GL5', 4, 'Gloucestershire, Glos, Gloucs'],
  ['M3', 4, 'Greater Manchester, Gtr Manchester'],
  ['SO32', 5, 'Hampshire, Hants'],
  ['HR1', 4, 'Herefordshire, Herefs, Hereford shire'],
  ['AL4', 4, 'Hertfordshire, Herts'],
  ['HU3', 4, 'Humberside, the Humber, Humber'],
  ['PE29', 3, 'Huntingdonshire, Hunts'],
  ['PO30', 3, 'Isle of Wight, IOW'],
  ['ME14', 5, 'Kent'],
  ['PR2', 4, 'Lancashire, Lancs'],
  ['LE3', 4, 'Leicestershire, Leics'],
  ['LN3', 5, 'Lincolnshire, Lincs'],
  ['L10', 3, 'Merseyside, Mersey side'],
  ['UB6', 4, 'Middlesex, Middx'],
  ['NR8', 5, 'Norfolk'],
  ['DN16', 4, 'North Lincolnshire, N Lincs, North Lincs, North East Lincolnshire, North East Lincs, NE Lincs'],
  ['BS49', 3, 'North Somerset, N Somerset'],
  ['YO61', 5, 'North Yorkshire, North Yorks, N Yorks, N Yorkshire'],
  ['NN3', 4, 'Northamptonshire, Northants'],
  ['NE61', 5, 'Northumberland, Northumbria'],
  ['NG18', 4, 'Nottinghamshire, Notts, Nottingham shire'],
  ['OX1', 4, 'Oxfordshire, Oxon'],
  ['LE15', 3, 'Rutland'],
  ['TF1', 4, 'Shropshire, Shrops, Salop'],
  ['BS28', 5, 'Somerset'],
  ['BS37', 3, 'South Gloucestershire, South Glos, S Glos'],
  ['S61', 4, 'South Yorkshire, South Yorks, S Yorks, S Yorkshire'],
  ['ST17', 4, 'Staffordshire, Staffs'],
  ['IP6', 5, 'Suffolk'],
  ['GU23', 4, 'Surrey'],
  ['BN6', 5, 'Sussex'],
  ['NE6', 3, 'Tyne and Wear, Tyneside, Tyne Wear, North Tyneside, South Tyneside'],
  ['CV32', 4, 'Warwickshire, Warks, Warwicks'],
  ['SR1', 3, 'Wearside'],
  ['B70', 5, 'West Midlands, West Mids, W Mids, W Midlands, the West Midlands'],
  ['RH20', 4, 'West Sussex, W Sussex'],
  ['BD11', 4, 'West Yorkshire, West Yorks, W Yorks, W Yorkshire'],
  ['LA9', 4, 'Westmorland'],
  ['SN10', 4, 'Wiltshire, Wilts'],
  ['WR9', 4, 'Worcestershire, Worcs, Worcester shire'],
  ['LS25', 5, 'Yorkshire, Yorks'],
]; // prettier-ignore

const ENGLISH_REGIONS: readonly AreaRow[] = [
  ['DY4', 3, 'Black Country'],
  ['HP16', 4, 'Chilterns, Chiltern Hills'],
  ['GL54', 4, 'Cotswolds, Cotswold, Cotswold Hills'],
  ['IP24', 5, 'East Anglia'],
  ['LE12', 5, 'East Midlands, East Mids, E Mids, E Midlands'],
  ['CB10', undefined, 'East of England, East England, Eastern England, Eastern Counties'],
  ['EX36', 4, 'Exmoor'],
  ['PL20', 4, 'Dartmoor'],
  ['PE13', 4, 'Fens, Fenland, Fen country'],
  ['GL14', 3, 'Forest of Dean, Royal Forest of Dean'],
  ['WC2B', undefined, 'Home Counties, Home County'],
  ['LA23', 4, 'Lake District, Lakes, Lakeland'],
  ['WR14', 3, 'Malverns, Malvern Hills'],
  ['B75', undefined, 'Midlands, the Mids'],
  ['BH25', 4, 'New Forest'],
  ['NR13', 3, 'Norfolk Broads, the Broads'],
  ['NE8', 5, 'North East, North East England, NE England, North Eastern England, Northeast'],
  ['M46', undefined, 'North West, North West England, NW England, North Western England, Northwest'],
  ['YO21', 4, 'North York Moors, North Yorkshire Moors, Yorkshire Moors'],
  ['HX2', undefined, 'North of England, Northern England, the North'],
  ['SK17', 4, 'Peak District, Peaks, the Peaks'],
  ['HX7', undefined, 'Pennines'],
  ['ST1', 3, 'Potteries, the Potteries'],
  ['RH20', 5, 'South Downs'],
  ['GU4', undefined, 'South East, South East England, SE England, South Eastern England, Southeast'],
  ['GU25', undefined, 'South of England, Southern England, the South'],
  ['BA16', undefined, 'South West, South West England, SW England, South Western England, Southwest, West Country'],
  ['RG9', 5, 'Thames Valley'],
  ['CH43', 3, 'the Wirral, Wirral peninsula'],
  ['BD23', 5, 'Yorkshire Dales, the Dales'],
  ['WF7', undefined, 'Yorkshire and the Humber, Yorkshire and Humber, Yorkshire Humber, Yorkshire and Humberside'],
  ['WC2B', 4, 'the M25'],
]; // prettier-ignore

const WALES: readonly AreaRow[] = [
  ['CF47', undefined, 'Wales, Cymru'],
  ['LL77', 3, 'Anglesey, Isle of Anglesey, Ynys Mon'],
  ['LD3', 4, 'Brecon Beacons, Bannau Brycheiniog'],
  ['LD3', 4, 'Brecknockshire, Breconshire'],
  ['LL57', 4, 'Caernarfonshire, Caernarvonshire'],
  ['SA46', 4, 'Ceredigion, Cardiganshire'],
  ['SA14', 4, 'Carmarthenshire, Carms'],
  ['LL16', 4, 'Clwyd'],
  ['LL17', 4, 'Denbighshire, Denbs'],
  ['SA33', 5, 'Dyfed'],
  ['CH5', 3, 'Flintshire'],
  ['CF39', 4, 'Glamorgan, Glamorganshire'],
  ['SA1', 3, 'Gower, West Glamorgan'],
  ['NP44', 4, 'Gwent'],
  ['LL49', 4, 'Gwynedd'],
  ['LL40', 4, 'Merionethshire, Meirionnydd'],
  ['CF37', 4, 'Mid Glamorgan'],
  ['LD6', 5, 'Mid Wales, Central Wales'],
  ['NP15', 3, 'Monmouthshire, Mons'],
  ['SY21', 4, 'Montgomeryshire'],
  ['LL16', 5, 'North Wales, N Wales, North East Wales, North West Wales'],
  ['SA61', 4, 'Pembrokeshire, Pembs'],
  ['LD1', 5, 'Powys'],
  ['LD1', 4, 'Radnorshire'],
  ['CF37', 4, 'Rhondda, Rhondda Cynon Taf, Rhondda Valley'],
  ['LL41', 4, 'Snowdonia, Eryri'],
  ['CF11', 3, 'South Glamorgan'],
  ['CF37', 5, 'South Wales, S Wales, South East Wales'],
  ['CF63', 3, 'Vale of Glamorgan'],
  ['CF82', 3, 'Welsh Valleys, South Wales Valleys, the Valleys'],
  ['SA33', 5, 'West Wales, W Wales, South West Wales'],
]; // prettier-ignore

const SCOTLAND: readonly AreaRow[] = [
  ['FK1', undefined, 'Scotland'],
  ['AB21', 5, 'Aberdeenshire'],
  ['DD8', 4, 'Angus, Forfarshire'],
  ['PA31', undefined, 'Argyll, Argyllshire, Argyll and Bute'],
  ['KA10', 4, 'Ayrshire'],
  ['AB55', 4, 'Banffshire'],
  ['TD11', 4, 'Berwickshire'],
  ['PA20', 3, 'Bute, Isle of Bute'],
  ['KW14', 4, 'Caithness'],
  ['ML6', 5, 'Central Belt, Scottish Central Belt, Central Scotland'],
  ['FK13', 3, 'Clackmannanshire'],
  ['DG1', 4, 'Dumfriesshire'],
  ['DG2', 5, 'Dumfries and Galloway, Dumfries Galloway'],
  ['G61', 3, 'Dunbartonshire, East Dunbartonshire, West Dunbartonshire'],
  ['KA4', 3, 'East Ayrshire'],
  ['EH41', 3, 'East Lothian'],
  ['KY7', 4, 'Fife, Kingdom of Fife'],
  ['DG8', 5, 'Galloway'],
  ['AB51', 5, 'Grampian, North East Scotland'],
  ['IV1', undefined, 'Highlands, Scottish Highlands, Highland, Highlands and Islands'],
  ['IV2', 5, 'Inverness shire, Invernessshire'],
  ['IV51', 4, 'Isle of Skye, Skye'],
  ['AB39', 4, 'Kincardineshire'],
  ['KY13', 3, 'Kinross shire, Kinrossshire'],
  ['DG6', 4, 'Kirkcudbrightshire'],
  ['ML4', 4, 'Lanarkshire'],
  ['EH9', 4, 'Lothian, Lothians'],
  ['EH19', 3, 'Midlothian, Mid Lothian'],
  ['IV30', 4, 'Moray, Morayshire'],
  ['IV12', 3, 'Nairnshire'],
  ['KA13', 4, 'North Ayrshire'],
  ['ML6', 3, 'North Lanarkshire'],
  ['EH45', 3, 'Peeblesshire'],
  ['PH1', 4, 'Perthshire, Perth and Kinross'],
  ['PA11', 3, 'Renfrewshire, East Renfrewshire'],
  ['IV16', 5, 'Ross shire, Rossshire, Ross and Cromarty'],
  ['TD8', 3, 'Roxburghshire'],
  ['TD4', 4, 'Scottish Borders, the Borders'],
  ['TD1', 3, 'Selkirkshire'],
  ['KA7', 4, 'South Ayrshire'],
  ['ML3', 4, 'South Lanarkshire'],
  ['FK9', 4, 'Stirlingshire'],
  ['G41', undefined, 'Strathclyde, West of Scotland, West Scotland'],
  ['KW10', 5, 'Sutherland'],
  ['DD3', 5, 'Tayside'],
  ['EH54', 3, 'West Lothian'],
  ['HS3', 5, 'Western Isles, Outer Hebrides, Hebrides'],
  ['DG8', 4, 'Wigtownshire'],
  ['KW15', 3, 'Orkney Islands, Orkneys'],
  ['ZE1', 3, 'Shetland Islands, Shetlands'],
]; // prettier-ignore

const IRELAND_AND_ISLANDS: readonly AreaRow[] = [
  ['BT62', 5, 'Northern Ireland, N Ireland, Ulster'],
  ['BT42', 4, 'County Antrim, Co Antrim'],
  ['BT63', 3, 'County Armagh, Co Armagh'],
  ['BT26', 4, 'County Down, Co Down'],
  ['BT74', 3, 'County Fermanagh, Co Fermanagh, Fermanagh'],
  ['BT49', 4, 'County Londonderry, Co Londonderry, County Derry, Co Derry'],
  ['BT79', 4, 'County Tyrone, Co Tyrone, Tyrone'],
  ['GY1', 4, 'Channel Islands'],
  ['GY6', 4, 'Guernsey'],
  ['IM4', 3, 'Isle of Man'],
  ['JE1', 3, 'Jersey'],
]; // prettier-ignore

const ROWS = [ENGLISH_COUNTIES, ENGLISH_REGIONS, WALES, SCOTLAND, IRELAND_AND_ISLANDS].flat();
const TABLE = new PhraseMatcher<Area>(
  ROWS.map(([district, band, names]) => [{ name: names.split(',')[0], district, band }, names]),
);

/** The longest name of an area that begins at word `at`. */
export function findArea(phrase: TokenizedPhrase, at: number): PhraseMatch<Area> | undefined {
  return TABLE.find(phrase, at);
}

/** Every area by each of its names, as keys without spaces. */
export const AREAS_BY_KEY: ReadonlyMap<string, Area> = new Map(
  ROWS.flatMap(([district, band, names]) => {
    const spellings = names.split(',');
    return spellings.map((name) => [townKey(name), { name: spellings[0], district, band }] as const);
  }),
);
