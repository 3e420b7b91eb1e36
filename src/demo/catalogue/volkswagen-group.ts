// Volkswagen, Audi, Skoda, SEAT and Cupra as they were sold new in Britain. Reading a row: catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const ENGINE_NAMES = { P: 'TSI', D: 'TDI', X: 'TSI e' };
const AUDI_TRIMS = 'S line, SE -2019, Sport -2023, Black Edition, Technik 2016-, Vorsprung 2019-';
const SKODA_TRIMS = 'SE, SE L, Monte Carlo, SE Technology 2016-, Elegance -2014, Laurin & Klement';
const SEAT_TRIMS = 'SE, FR, SE Technology 2015-, FR Sport 2018-, XCELLENCE 2016-';

export const VOLKSWAGEN_GROUP: readonly MakeDefinition[] = [
  {
    make: 'Volkswagen',
    share: 9.4,
    retainedPerYear: 0.91,
    engineNames: ENGINE_NAMES,
    // prettier-ignore
    models: [
      ['Golf', 30, '2004-', 26_500, 'hatchback, hatchback 3dr -2017, estate 2009-', '1.4P MA 2009-2018, 1.6D MA 2009-2020, 1.5P MA 2017-, 2.0D MA, 1.0P MA 2015-, 2.0P MA, 1.5 eTSI 1.5H A 2020-, 1.4X A 2015-', 'Match, SE -2019, Life 2020-, GT -2019, R-Line 2016-, S, Style 2020-, GTI =2.0P +25%, GTE =1.4X 2015- +15%, R =2.0P 2010- +45%'],
      ['Polo', 20, '2009-', 18_500, 'hatchback, hatchback 3dr -2017', '1.0P MA 2014-, 1.2P MA -2017, 1.0 EVO 1.0P M 2014-, 1.4 1.4P MA -2014, 1.6D M -2020, 2.0P A 2018-', 'Match, SE, Life 2021-, S -2021, R-Line 2018-, Beats 2017-2019, Style 2021-, GTI =2.0P 2018- +35%'],
      ['Tiguan', 14, '2008-', 31_500, 'suv', '2.0D MA, 1.5P MA 2018-, 1.4P MA -2018, 2.0P A, 1.4X A 2021-', 'Match, SE -2019, R-Line, SEL 2016-, Life 2020-, Elegance 2020-, S -2020, R =2.0P 2021- +35%'],
      ['T-Roc', 7, '2017-', 27_000, 'suv, convertible 2020-', '1.0P M, 1.5P MA, 2.0D MA -2024, 2.0P A', 'SE, SEL, R-Line, Design, Life 2022-, Style 2022-, R =2.0P 2019- +40%'],
      ['T-Cross', 4, '2019-', 22_000, 'suv', '1.0P MA, 1.5P A 2020-', 'SE, SEL, R-Line, Life 2022-, Active 2020-2022'],
      ['Up', 6, '2012-2023', 12_500, 'hatchback, hatchback 3dr', '1.0 1.0P MA, 1.0P M 2016-', 'Move up!, Take up!, High up!, R-Line 2020-, Up Beats 2016-2019'],
      ['Passat', 5, '2005-2024', 29_000, 'saloon -2022, estate', '2.0D MA, 1.6D MA 2010-2020, 1.5P MA 2018-, 1.4X A 2015-', 'SE Business, SE, GT -2020, R-Line, Highline -2014, SEL 2019-, GTE =1.4X 2015- +20%'],
      ['Touran', 2, '2010-2024', 28_000, 'mpv', '1.6D MA -2020, 2.0D MA, 1.5P MA 2018-', 'SE, SEL 2015-, SE Family 2015-2021, R-Line 2018-'],
      ['Touareg', 2, '2010-', 51_000, 'suv', '3.0 V6 TDI 3.0D A, 3.0 TSI e 3.0X A 2020-', 'R-Line, SE -2018, SEL, Black Edition 2020-'],
      ['Scirocco', 1.5, '2008-2017', 23_500, 'coupe 3dr', '2.0D MA, 1.4P M, 2.0P MA', 'GT, R-Line, R =2.0P +35%'],
      ['Beetle', 1.5, '2012-2019', 21_500, 'coupe 3dr, convertible', '1.2P MA -2018, 1.4P M, 2.0D MA', 'Design, Dune 2016-, R-Line 2016-, Sport -2015'],
      ['ID.3', 2.5, '2020-', 36_500, 'hatchback', '58kWh A, 77kWh A', 'Life =58kWh, Family =58kWh -2023, Pro Performance =58kWh, Tour =77kWh +12%'],
      ['ID.4', 1.8, '2021-', 43_500, 'suv', '77kWh A, 52kWh A', 'Life =77kWh, Pure =52kWh, Max =77kWh +10%, GTX =77kWh +15%'],
      ['Arteon', 1, '2017-2024', 37_500, 'hatchback, estate 2020-', '2.0D MA, 2.0P A', 'R-Line, Elegance, R =2.0P 2021- +35%'],
      ['Caddy', 1.2, '2011-', 23_000, 'van', '2.0D MA, 1.6D M -2015', 'Highline, Trendline, Commerce 2021-, Startline -2020'],
      ['Transporter', 2.5, '2010-', 34_500, 'van', '2.0D MA', 'Highline, Trendline, Startline, Sportline'],
    ],
  },
  {
    make: 'Audi',
    share: 6.3,
    retainedPerYear: 0.905,
    engineNames: { P: 'TFSI', D: 'TDI', X: 'TFSI e' },
    // prettier-ignore
    models: [
      ['A3', 24, '2004-', 29_000, 'hatchback, hatchback 3dr -2016, saloon 2013-, convertible -2020', '1.4P MA 2008-2018, 35 TFSI 1.5P MA 2018-, 2.0D MA, 1.6D MA 2009-2020, 30 TFSI 1.0P MA 2016-, 2.0P A, 40 TFSI e 1.4X A 2021-, 2.5P A 2011-', `${AUDI_TRIMS}, S3 =2.0P +35%, RS 3 =2.5P 2011- +75%`],
      ['A1', 16, '2010-', 21_500, 'hatchback, hatchback 3dr -2018', '1.4P MA -2018, 1.0P M 2015-2018, 30 TFSI 1.0P MA 2018-, 1.6D M -2018, 1.2P M -2015, 2.0P MA 2014-', `${AUDI_TRIMS}, S1 =2.0P 2014-2018 +40%`],
      ['A4', 14, '2005-2025', 36_000, 'saloon, estate', '2.0D MA, 35 TFSI 2.0P A 2018-, 1.4P MA 2016-2018, 3.0D A -2021, 1.8P M -2015, 2.9P A 2018-', `${AUDI_TRIMS}, SE Technik -2016, RS 4 =2.9P 2018- +75%`],
      ['A5', 8, '2008-', 41_000, 'coupe -2024, hatchback 2010-, convertible -2024', '2.0D MA, 2.0P MA, 40 TFSI 2.0P A 2018-, 3.0D A -2021', 'S line, Sport -2023, Black Edition, Vorsprung 2019-, SE -2016'],
      ['A6', 6, '2005-', 45_000, 'saloon, estate', '2.0D AM, 40 TDI 2.0D A 2018-, 3.0D A, 45 TFSI 2.0P A 2018-', AUDI_TRIMS],
      ['A7', 1.5, '2011-2025', 57_000, 'hatchback', '3.0D A, 40 TDI 2.0D A 2019-', 'S line, Black Edition, Vorsprung 2019-'],
      ['Q2', 6, '2016-', 27_500, 'suv', '1.4P MA -2018, 35 TFSI 1.5P MA 2018-, 30 TFSI 1.0P MA, 1.6D MA -2020', 'S line, Sport, SE -2018, Technik 2018-, Black Edition'],
      ['Q3', 10, '2011-', 34_000, 'suv', '2.0D MA, 1.4P MA -2018, 35 TFSI 1.5P MA 2018-, 40 TFSI 2.0P A', `${AUDI_TRIMS}`],
      ['Q5', 7, '2008-', 46_000, 'suv', '2.0D A, 40 TDI 2.0D A 2018-, 3.0D A, 2.0P A, 50 TFSI e 2.0X A 2019-', AUDI_TRIMS],
      ['Q7', 3, '2006-', 64_000, 'suv', '3.0D A, 50 TDI 3.0D A 2018-, 55 TFSI e 3.0X A 2020-', 'S line, Black Edition, SE -2018, Vorsprung 2018-, S line Plus -2015'],
      ['TT', 4, '2006-2023', 34_500, 'coupe, convertible', '2.0P MA, 2.0D M -2018, 1.8P MA -2018, 2.5P AM', 'S line, Sport, Black Edition, TTS, TT RS =2.5P +45%'],
      ['e-tron', 1.5, '2019-2022', 68_000, 'suv', '50 quattro 71kWh A 2020-, 55 quattro 95kWh A', 'S line, Technik, Black Edition, Vorsprung +15%'],
      ['Q4 e-tron', 2, '2021-', 49_000, 'suv', '40 82kWh A, 35 55kWh A -2023', 'S line, Sport, Edition 1 2021-2023, Vorsprung +15%'],
      ['R8', 0.3, '2007-2023', 118_000, 'coupe, convertible', '5.2 V10 5.2P A, 4.2 V8 4.2P MA -2015', 'quattro, Performance 2019-'],
    ],
  },
  {
    make: 'Skoda',
    share: 3.2,
    retainedPerYear: 0.91,
    engineNames: { P: 'TSI', D: 'TDI', X: 'TSI iV' },
    // prettier-ignore
    models: [
      ['Octavia', 26, '2005-', 24_500, 'hatchback, estate', '2.0D MA, 1.6D MA 2009-2020, 1.0P MA 2016-, 1.5P MA 2018-, 1.4P MA -2018, 2.0P MA', `${SKODA_TRIMS}, S -2020, vRS =2.0P +25%`],
      ['Fabia', 24, '2008-', 16_500, 'hatchback, estate -2022', '1.0P MA 2015-, 1.2P MA -2017, 1.0 MPI 1.0P M 2015-, 1.4D M -2018', `${SKODA_TRIMS}, S, Colour Edition 2017-`],
      ['Superb', 9, '2008-', 31_500, 'hatchback, estate', '2.0D MA, 1.4P MA -2018, 1.5P MA 2018-, 1.4X A 2020-, 1.6D M -2019', 'SE L, SE Technology 2014-, SE, Sportline 2016-, Laurin & Klement, Elegance -2015'],
      ['Yeti', 6, '2009-2017', 21_500, 'suv', '2.0D MA, 1.2P MA, 1.4P M 2015-', 'SE, Elegance -2014, SE L 2014-, Laurin & Klement, S'],
      ['Karoq', 11, '2017-', 28_000, 'suv', '1.5P MA, 1.0P M, 2.0D MA, 1.6D MA -2020', 'SE L, SE, SE Technology, Edition -2021, Sportline 2019-'],
      ['Kodiaq', 9, '2017-', 35_500, 'suv', '2.0D AM, 1.5P AM 2018-, 1.4P MA -2018, 2.0P A', 'SE L, SE, Edition -2022, Sportline, vRS =2.0P 2021- +15%'],
      ['Kamiq', 7, '2019-', 23_000, 'suv', '1.0P MA, 1.5P MA', 'SE, SE L, SE Technology, Monte Carlo 2020-'],
      ['Citigo', 4, '2012-2020', 10_500, 'hatchback, hatchback 3dr', '1.0 MPI 1.0P MA', 'SE, Monte Carlo, SE L, Colour Edition'],
      ['Scala', 3, '2019-', 21_500, 'hatchback', '1.0P MA, 1.5P MA', 'SE, SE L, SE Technology, Monte Carlo 2020-'],
      ['Enyaq', 3.5, '2021-', 44_000, 'suv', '80 77kWh A, 60 58kWh A', 'Loft, Lounge, Suite, ecoSuite'],
    ],
  },
  {
    make: 'SEAT',
    share: 2.6,
    retainedPerYear: 0.9,
    engineNames: { P: 'TSI', D: 'TDI', X: 'eHybrid' },
    // prettier-ignore
    models: [
      ['Ibiza', 28, '2008-', 17_000, 'hatchback, hatchback 3dr -2017, estate 2010-2017', '1.0P MA 2015-, 1.2P MA -2017, 1.4 1.4P M -2015, 1.0 MPI 1.0P M 2015-, 1.6D M -2019', SEAT_TRIMS],
      ['Leon', 30, '2005-', 22_500, 'hatchback, hatchback 3dr 2013-2018, estate 2014-', '1.4P MA -2018, 1.5P MA 2018-, 2.0D MA, 1.6D M 2009-2019, 1.0P M 2016-, 2.0P MA', `${SEAT_TRIMS}, FR Technology -2018, Cupra =2.0P -2018 +35%, Cupra 290 =2.0P 2016-2019 +40%`],
      ['Ateca', 16, '2016-', 27_500, 'suv', '1.5P MA 2018-, 1.0P M, 1.6D MA -2020, 2.0D MA, 1.4P MA -2018', 'SE, FR, SE Technology, Xcellence, FR Sport 2019-, Xperience 2020-'],
      ['Arona', 15, '2017-', 21_500, 'suv', '1.0P MA, 1.5P M, 1.6D MA -2020', 'SE, FR, SE Technology, Xcellence Lux -2021, FR Sport 2018-, Xperience 2021-'],
      ['Alhambra', 3, '2010-2020', 29_500, 'mpv', '2.0D MA, 1.4P MA', 'SE, SE Lux, Xcellence 2018-, Ecomotive -2015'],
      ['Mii', 4, '2012-2019', 10_000, 'hatchback, hatchback 3dr', '1.0 MPI 1.0P M', 'SE, Sport, FR Line 2017-, Design Mii 2015-'],
      ['Tarraco', 3, '2019-2024', 34_000, 'suv', '1.5P MA, 2.0D MA', 'SE, SE Technology, Xcellence, FR 2020-, FR Sport 2020-'],
    ],
  },
  {
    make: 'Cupra',
    share: 0.5,
    retainedPerYear: 0.89,
    engineNames: { P: 'TSI', X: 'eHybrid' },
    // prettier-ignore
    models: [
      ['Formentor', 50, '2020-', 36_000, 'suv', '1.5P MA, 2.0P A, 1.4X A -2024', 'V1, V2, VZ2 =2.0P +20%, VZ3 =2.0P +25%'],
      ['Leon', 25, '2021-', 35_000, 'hatchback, estate', '1.5P A, 2.0P A, 1.4X A -2024', 'V1, V2, VZ2 =2.0P +10%, VZ3 =2.0P +15%'],
      ['Born', 25, '2022-', 39_000, 'hatchback', '58kWh A, 77kWh A', 'V1, V2, V3, e-Boost'],
    ],
  },
];
