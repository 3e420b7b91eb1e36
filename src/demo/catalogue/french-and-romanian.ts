// Peugeot, Renault, Citroen, DS and Dacia as they were sold new in Britain. Reading a row:
// catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const PEUGEOT_TRIMS = 'Active -2023, Allure, GT Line 2015-2021, GT 2020-, Access -2016';
const RENAULT_TRIMS =
  'Dynamique Nav 2013-2018, Iconic 2018-2023, Play 2017-2021, Expression -2017, Dynamique -2014';
const RENAULT_LATE = 'Techno 2022-, Evolution 2022-, RS Line 2020-2023';
const CITROEN_TRIMS = 'Flair 2015-, Feel 2015-2021, VTR+ -2016, Exclusive -2016, Shine 2020-, Touch -2020';

export const FRENCH_AND_ROMANIAN: readonly MakeDefinition[] = [
  {
    make: 'Peugeot',
    share: 5.0,
    retainedPerYear: 0.89,
    engineNames: { P: 'PureTech', D: 'BlueHDi', X: 'Hybrid' },
    // prettier-ignore
    models: [
      ['208', 26, '2012-', 18_500, 'hatchback, hatchback 3dr -2018', '1.2P MA, 1.0 VTi 1.0P M -2014, 1.4 HDi 1.4D M -2015, 1.6D M 2014-2019, 50kWh A 2020-, 1.5D M 2018-2021, 1.6P M 2013-2018', `${PEUGEOT_TRIMS}, Style -2014, GTi =1.6P 2013-2018 +35%`],
      ['108', 12, '2014-2021', 11_500, 'hatchback, hatchback 3dr', '1.0 VTi 1.0P MA, 1.2P M -2018', 'Active, Allure, Collection 2017-, Access'],
      ['107', 6, '2005-2014', 9_000, 'hatchback, hatchback 3dr', '1.0 VTi 1.0P MA', 'Urban, Active 2012-, Allure 2012-, Urban Lite'],
      ['207', 4, '2006-2012', 13_500, 'hatchback, hatchback 3dr, convertible 2007-', '1.4 VTi 1.4P M, 1.6 VTi 1.6P MA, 1.6 HDi 1.6D M', 'S, Sport, Active 2010-, Allure 2010-, GT'],
      ['308', 14, '2007-', 23_000, 'hatchback, estate', '1.2P MA 2013-, 1.6D MA 2013-2018, 1.5D MA 2018-2024, 1.6 VTi 1.6P M -2013, 1.6 HDi 1.6D M -2013, 1.6X A 2022-', PEUGEOT_TRIMS],
      ['2008', 15, '2013-', 22_500, 'suv', '1.2P MA, 1.6D M -2018, 1.5D MA 2018-2023, 50kWh A 2020-, 1.6 VTi 1.6P M -2015', PEUGEOT_TRIMS],
      ['3008', 13, '2009-', 28_500, 'suv', '1.2P MA 2016-, 1.6D MA 2014-2018, 1.5D MA 2018-2023, 1.6 HDi 1.6D MA -2014, 2.0D A 2016-2020, 1.6X A 2020-2024, 73kWh A 2024-', PEUGEOT_TRIMS],
      ['5008', 5, '2010-', 31_500, 'mpv -2016, suv 2017-', '1.5D MA 2018-2023, 1.2P MA 2016-, 1.6D MA 2014-2018, 1.6 HDi 1.6D M -2014', PEUGEOT_TRIMS],
      ['508', 3, '2011-2024', 30_500, 'saloon -2018, hatchback 2018-, estate', '2.0D MA, 1.5D AM 2018-2022, 1.6 HDi 1.6D M -2018, 1.6X A 2019-', PEUGEOT_TRIMS],
      ['Partner', 1.8, '2012-', 20_500, 'van', '1.6 HDi 1.6D M -2018, 1.5D MA 2018-', 'Professional, S 2018-, Asphalt 2018-, SE -2018'],
    ],
  },
  {
    make: 'Renault',
    share: 3.8,
    retainedPerYear: 0.885,
    engineNames: { P: 'TCe', D: 'dCi' },
    // prettier-ignore
    models: [
      ['Clio', 34, '2006-', 16_500, 'hatchback, hatchback 3dr -2013, estate 2008-2019', '0.9P M 2013-2019, 1.2 16V 1.2P M -2018, 1.5D MA -2021, 1.0P MA 2019-, 1.6 E-TECH 1.6H A 2020-, 1.2P MA 2008-2019, 2.0 RS 2.0P M -2012', `${RENAULT_TRIMS}, ${RENAULT_LATE}, Renaultsport =2.0P -2012 +35%`],
      ['Captur', 26, '2013-', 20_500, 'suv', '0.9P M -2019, 1.5D MA -2020, 1.0P M 2019-, 1.3P MA 2018-2023, 1.2P MA -2018, 1.6 E-TECH 1.6H A 2021-, 1.6 E-TECH Plug-in 1.6X A 2020-2023', `${RENAULT_TRIMS}, ${RENAULT_LATE}, S Edition 2019-2022`],
      ['Megane', 14, '2006-2022', 22_000, 'hatchback, estate, coupe 3dr 2009-2016, convertible -2015', '1.5D MA, 1.3P MA 2018-, 1.2P M 2012-2018, 1.6 16V 1.6P M -2014, 2.0 RS 2.0P M 2009-2016', `${RENAULT_TRIMS}, GT Line 2012-2020, Renaultsport =2.0P 2009-2016 +45%`],
      ['Kadjar', 11, '2015-2022', 25_500, 'suv', '1.5D MA, 1.2P MA -2018, 1.3P MA 2018-, 1.6D MA -2018', 'Dynamique Nav -2018, Iconic 2018-, Signature Nav -2018, S Edition 2019-, Dynamique S Nav -2018'],
      ['Scenic', 4, '2009-2019', 23_500, 'mpv', '1.5D MA, 1.2P M 2016-2018, 1.6 16V 1.6P M -2016', 'Dynamique Nav, Dynamique TomTom -2014, Signature Nav 2016-'],
      ['Twingo', 4, '2008-2019', 11_000, 'hatchback 2014-, hatchback 3dr -2014', '1.2 16V 1.2P M -2014, 1.0 SCe 1.0P M 2014-, 0.9P MA 2014-', 'Dynamique, Play 2014-, Expression -2014, Iconic 2018-'],
      ['Zoe', 4, '2013-2024', 28_500, 'hatchback', '41kWh A 2017-2020, 52kWh A 2019-, 22kWh A -2017', 'Dynamique Nav -2019, i-Dynamique Nav 2017-2019, Iconic 2019-2022, GT Line 2019-2022, Techno 2022-'],
      ['Arkana', 3, '2021-', 28_000, 'suv', '1.6 E-TECH 1.6H A, 1.3P A -2024', 'Iconic -2022, S Edition -2022, RS Line -2023, Techno 2022-, Evolution 2022-'],
      ['Austral', 1, '2023-', 34_500, 'suv', '1.2 E-TECH 1.2H A', 'Techno, Techno Esprit Alpine, Iconic Esprit Alpine'],
      ['Koleos', 0.8, '2017-2020', 30_500, 'suv', '2.0D AM, 1.7 Blue dCi 1.7D A 2019-', 'Signature Nav -2018, Iconic, Dynamique S Nav -2019'],
      ['Trafic', 2.5, '2014-', 27_500, 'van', '1.6D M -2019, 2.0D MA 2019-', 'Business+, Sport, Business'],
      ['Kangoo', 1.2, '2010-', 19_500, 'van', '1.5D MA', 'Business+, ML19 -2020, Advance 2022-'],
    ],
  },
  {
    make: 'Citroen',
    share: 3.4,
    retainedPerYear: 0.88,
    engineNames: { P: 'PureTech', D: 'BlueHDi' },
    // prettier-ignore
    models: [
      ['C1', 19, '2005-2021', 10_500, 'hatchback, hatchback 3dr', '1.0 VTi 1.0P MA, 1.2P M 2014-2018', 'Flair 2014-, Feel 2014-, VTR -2014, VTR+ -2014, Touch 2014-'],
      ['C3', 30, '2005-', 15_500, 'hatchback', '1.2P MA 2012-, 1.4 VTi 1.4P M -2013, 1.6 HDi 1.6D M -2016, 1.6D M 2014-2018, 1.1 1.1P M -2012, 44kWh A 2024-', `${CITROEN_TRIMS}, Plus 2022-, Max 2024-`],
      ['C4', 9, '2005-2018', 18_500, 'hatchback, hatchback 3dr -2010', '1.6 HDi 1.6D MA -2015, 1.2P MA 2014-, 1.6D M 2014-, 1.6 VTi 1.6P M -2014', CITROEN_TRIMS],
      ['C4', 5, '2021-', 24_500, 'hatchback', '1.2P MA, 50kWh A, 1.5D MA -2023', 'Shine, Sense -2022, Shine Plus -2023, C-Series 2022-'],
      ['C4 Cactus', 8, '2014-2020', 17_500, 'hatchback', '1.2P MA, 1.6D M -2018, 1.5D M 2018-', 'Flair, Feel, Touch -2018, Origins 2018-'],
      ['C3 Aircross', 9, '2017-', 20_500, 'suv', '1.2P MA, 1.6D M -2018, 1.5D MA 2018-2023', 'Flair -2021, Feel -2021, Shine 2020-, Shine Plus 2021-, Touch -2019'],
      ['C5 Aircross', 4, '2019-', 28_500, 'suv', '1.2P MA, 1.5D MA -2024, 1.6 Hybrid 1.6X A 2020-', 'Flair -2022, Shine, Flair Plus -2020, Shine Plus 2020-, C-Series 2021-'],
      ['C4 Picasso', 6, '2007-2018', 22_500, 'mpv', '1.6D MA 2013-, 1.6 HDi 1.6D MA -2014, 1.2P MA 2015-', 'Exclusive, VTR+ -2015, Flair 2016-, Feel 2016-'],
      ['C3 Picasso', 4, '2009-2017', 16_500, 'mpv', '1.6 HDi 1.6D M -2015, 1.2P M 2015-, 1.4 VTi 1.4P M -2015', 'VTR+, Exclusive, Edition 2014-, Platinum 2015-'],
      ['C5', 1.5, '2008-2016', 22_500, 'saloon, estate', '2.0 HDi 2.0D MA, 1.6 HDi 1.6D M', 'VTR+, Exclusive, VTX+ -2012'],
      ['Berlingo', 2, '2009-', 19_500, 'van', '1.6 HDi 1.6D M -2018, 1.5D MA 2018-, 50kWh A 2022-', 'Enterprise, LX -2018, Driver 2018-, X -2018'],
    ],
  },
  {
    make: 'DS',
    share: 0.6,
    retainedPerYear: 0.88,
    engineNames: { P: 'PureTech', D: 'BlueHDi' },
    // prettier-ignore
    models: [
      ['DS 3', 48, '2015-2019', 18_500, 'hatchback 3dr, convertible', '1.2P MA, 1.6D M', 'Connected Chic 2017-, Chic -2017, Performance Line 2017-, Prestige, Dstyle Nav -2017'],
      ['DS 3 Crossback', 18, '2019-2022', 25_500, 'suv', '1.2P MA, 1.5D MA, 50kWh A', 'Performance Line, Prestige, Elegance -2020, Ultra Prestige'],
      ['DS 4', 10, '2015-2018', 22_500, 'hatchback', '1.6D MA, 1.2P M', 'Elegance, Prestige'],
      ['DS 7 Crossback', 24, '2018-2022', 34_500, 'suv', '1.5D MA, 1.2P MA, 2.0D A -2021, E-TENSE 1.6X A 2019-', 'Performance Line, Prestige, Elegance, Ultra Prestige'],
    ],
  },
  {
    make: 'Dacia',
    share: 1.6,
    retainedPerYear: 0.91,
    engineNames: { P: 'TCe', D: 'dCi' },
    // prettier-ignore
    models: [
      ['Sandero', 38, '2013-', 10_500, 'hatchback', '0.9P M -2020, 1.0P MA 2021-, 1.2 16V 1.2P M -2016, 1.0 SCe 1.0P M 2016-2023, 1.5D M -2018', 'Laureate -2018, Ambiance -2018, Essential 2018-, Comfort 2018-2022, Expression 2022-'],
      ['Sandero Stepway', 18, '2013-', 12_500, 'hatchback', '0.9P M -2020, 1.0P MA 2021-, 1.5D M -2018', 'Laureate -2018, Ambiance -2018, Essential 2018-, Comfort 2018-2022, Expression 2022-'],
      ['Duster', 30, '2013-', 16_000, 'suv', '1.5D MA -2024, 1.3P MA 2019-, 1.6 SCe 1.6P M 2015-2019, 1.0P M 2019-2024, 1.2P M 2014-2018, 1.6 Hybrid 1.6H A 2024-', 'Laureate -2018, Ambiance -2018, Comfort 2018-2022, Prestige 2018-2022, Essential 2018-, Expression 2022-, Journey 2022-'],
      ['Logan MCV', 7, '2013-2020', 11_000, 'estate', '0.9P M, 1.5D M', 'Laureate -2018, Ambiance -2018, Comfort 2018-, Essential 2018-'],
      ['Jogger', 5, '2022-', 18_500, 'estate', '1.0P M, 1.6 Hybrid 1.6H A 2023-', 'Expression 2023-, Comfort -2022, Extreme, Essential'],
    ],
  },
];
