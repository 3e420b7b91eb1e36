// Counties, regions and islands: each is searched from a postcode district near its middle, in the narrowest band of distance that holds it.
import { expect, it } from 'vitest';
import { interpretHere } from '../interpret-here.ts';

it.each([
  ['4', `
    Avon BS2 | Berkshire RG5 | Buckinghamshire HP22 | Cambridgeshire PE27 | Cheshire CW8 | County Durham DL16 | Derbyshire DE4 |
    East Riding of Yorkshire HU6 | East Sussex BN26 | Gloucestershire GL5 | Greater Manchester M3 | Herefordshire HR1 |
    Hertfordshire AL4 | Humberside HU3 | Lancashire PR2 | Leicestershire LE3 | Middlesex UB6 | North Lincolnshire DN16 |
    Northamptonshire NN3 | Nottinghamshire NG18 | Oxfordshire OX1 | Shropshire TF1 | South Yorkshire S61 | Staffordshire ST17 |
    Surrey GU23 | Warwickshire CV32 | West Sussex RH20 | West Yorkshire BD11 | Westmorland LA9 | Wiltshire SN10 |
    Worcestershire WR9 | Chilterns HP16 | Cotswolds GL54 | Exmoor EX36 | Dartmoor PL20 | Fens PE13 | Lake District LA23 |
    New Forest BH25 | North York Moors YO21 | Peak District SK17 | the M25 WC2B | Brecon Beacons LD3 | Brecknockshire LD3 |
    Caernarfonshire LL57 | Ceredigion SA46 | Carmarthenshire SA14 | Clwyd LL16 | Denbighshire LL17 | Glamorgan CF39 |
    Gwent NP44 | Gwynedd LL49 | Merionethshire LL40 | Mid Glamorgan CF37 | Montgomeryshire SY21 | Pembrokeshire SA61 |
    Radnorshire LD1 | Rhondda CF37 | Snowdonia LL41 | Angus DD8 | Ayrshire KA10 | Banffshire AB55 | Berwickshire TD11 |
    Caithness KW14 | Dumfriesshire DG1 | Fife KY7 | Kincardineshire AB39 | Kirkcudbrightshire DG6 | Lanarkshire ML4 |
    Lothian EH9 | Moray IV30 | North Ayrshire KA13 | Perthshire PH1 | Scottish Borders TD4 | South Ayrshire KA7 |
    South Lanarkshire ML3 | Stirlingshire FK9 | Wigtownshire DG8 | County Antrim BT42 | County Down BT26 |
    County Londonderry BT49 | County Tyrone BT79 | Channel Islands GY1 | Guernsey GY6
  `],
  ['3', `
    Bedfordshire MK45 | Teesside TS6 | Huntingdonshire PE29 | Isle of Wight PO30 | Merseyside L10 | North Somerset BS49 |
    Rutland LE15 | South Gloucestershire BS37 | Tyne and Wear NE6 | Wearside SR1 | Black Country DY4 | Forest of Dean GL14 |
    Malverns WR14 | Norfolk Broads NR13 | Potteries ST1 | the Wirral CH43 | Anglesey LL77 | Flintshire CH5 | Gower SA1 |
    Monmouthshire NP15 | South Glamorgan CF11 | Vale of Glamorgan CF63 | Welsh Valleys CF82 | Bute PA20 |
    Clackmannanshire FK13 | Dunbartonshire G61 | East Ayrshire KA4 | East Lothian EH41 | Kinross shire KY13 | Midlothian EH19 |
    Nairnshire IV12 | North Lanarkshire ML6 | Peeblesshire EH45 | Renfrewshire PA11 | Roxburghshire TD8 | Selkirkshire TD1 |
    West Lothian EH54 | Orkney Islands KW15 | Shetland Islands ZE1 | County Armagh BT63 | County Fermanagh BT74 |
    Isle of Man IM4 | Jersey JE1
  `],
  ['5', `
    Cornwall TR1 | Cumberland CA7 | Cumbria CA12 | Devon TQ13 | Dorset BH18 | Essex CM3 | Hampshire SO32 | Kent ME14 |
    Lincolnshire LN3 | Norfolk NR8 | North Yorkshire YO61 | Northumberland NE61 | Somerset BS28 | Suffolk IP6 | Sussex BN6 |
    West Midlands B70 | Yorkshire LS25 | East Anglia IP24 | East Midlands LE12 | North East NE8 | South Downs RH20 |
    Thames Valley RG9 | Yorkshire Dales BD23 | Dyfed SA33 | Mid Wales LD6 | North Wales LL16 | Powys LD1 | South Wales CF37 |
    West Wales SA33 | Aberdeenshire AB21 | Central Belt ML6 | Dumfries and Galloway DG2 | Galloway DG8 | Grampian AB51 |
    Inverness shire IV2 | Ross shire IV16 | Sutherland KW10 | Tayside DD3 | Western Isles HS3 | Northern Ireland BT62
  `],
  [undefined, `
    East of England CB10 | Home Counties WC2B | Midlands B75 | North West M46 | North of England HX2 | Pennines HX7 |
    South Coast BN6 | South East GU4 | South of England GU25 | South West BA16 | Yorkshire and the Humber WF7 | Wales CF47 |
    Scotland FK1 | Argyll PA31 | Highlands IV1 | Strathclyde G41
  `],
])('an area is searched from its district in distance band %s', (band, areas) => {
  const found = areas
    .trim()
    .split(/\s*\|\s*/)
    .map((entry) => {
      const area = entry.slice(0, entry.lastIndexOf(' '));
      const { location, distance } = interpretHere(`Golf in ${area}`).parameters;
      return [`${area} ${location ?? ''}`, distance, entry] as const;
    });
  expect(found).toEqual(found.map(([, , entry]) => [entry, band, entry]));
}); // prettier-ignore
