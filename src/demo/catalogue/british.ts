// Land Rover, Jaguar, MG, Bentley and Aston Martin as they were sold new in Britain. Reading a row:
// catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const LAND_ROVER_TRIMS = 'HSE, SE, S 2019-, SE Tech -2019, R-Dynamic S 2019-, R-Dynamic SE 2019-';
const JAGUAR_TRIMS =
  'R-Sport 2015-2021, Prestige 2015-2020, Portfolio, R-Dynamic S 2018-, R-Dynamic SE 2019-';

export const BRITISH: readonly MakeDefinition[] = [
  {
    make: 'Land Rover',
    share: 3.2,
    retainedPerYear: 0.91,
    // prettier-ignore
    models: [
      ['Range Rover Evoque', 32, '2011-', 41_500, 'suv, coupe 3dr -2017, convertible 2016-2018', 'SD4 2.2D AM -2015, TD4 2.0D AM 2015-2019, D180 2.0D A 2019-2021, D165 2.0D A 2021-, P200 2.0P A 2019-, P300e 1.5X A 2020-', `${LAND_ROVER_TRIMS}, Dynamic -2018, Pure -2018, Autobiography`],
      ['Range Rover Sport', 22, '2006-', 69_000, 'suv', 'SDV6 3.0D A -2020, D300 3.0D A 2020-, P400e 2.0X A 2018-2022, TDV6 2.7D A -2009, P510e 3.0X A 2022-', 'HSE, HSE Dynamic 2014-, Autobiography Dynamic 2014-, SE 2019-'],
      ['Range Rover', 9, '2006-', 92_000, 'suv', 'TDV6 3.0D A 2013-2020, TDV8 3.6D A -2010, TDV8 4.4D A 2010-2018, D350 3.0D A 2020-, P440e 3.0X A 2022-', 'Vogue, Autobiography, Vogue SE -2021, SE 2022-, HSE 2022-'],
      ['Range Rover Velar', 8, '2017-', 53_000, 'suv', 'D180 2.0D A -2021, D200 2.0D A 2021-, D300 3.0D A -2024, P250 2.0P A, P400e 2.0X A 2021-', LAND_ROVER_TRIMS],
      ['Discovery Sport', 15, '2015-', 39_500, 'suv', 'TD4 2.0D AM 2015-2019, SD4 2.2D AM -2015, D180 2.0D A 2019-2021, D200 2.0D A 2021-, P300e 1.5X A 2020-', `${LAND_ROVER_TRIMS}, HSE Luxury -2019`],
      ['Discovery', 6, '2009-', 57_000, 'suv', 'SDV6 3.0D A -2020, SD4 2.0D A 2017-2020, D300 3.0D A 2020-', 'HSE, SE, HSE Luxury -2020, R-Dynamic SE 2020-, XS -2015'],
      ['Freelander 2', 4, '2006-2014', 29_500, 'suv', 'TD4 2.2D MA, SD4 2.2D A 2010-', 'HSE, GS, XS, SE, Dynamic 2012-'],
      ['Defender', 2, '2007-2016', 31_000, 'suv 3dr, suv, pickup', '2.4 TDCi 2.4D M -2011, 2.2 TDCi 2.2D M 2012-', 'County, XS, Hard Top'],
      ['Defender', 6, '2020-', 61_000, 'suv, suv 3dr', 'D250 3.0D A, D200 3.0D A, P400e 2.0X A, P300 2.0P A, P400 3.0P A', 'S, SE, HSE, X-Dynamic S 2021-, X =3.0P +35%'],
    ],
  },
  {
    make: 'Jaguar',
    share: 1.3,
    retainedPerYear: 0.885,
    // prettier-ignore
    models: [
      ['XF', 30, '2008-2024', 38_500, 'saloon, estate 2012-', '2.2D A 2011-2015, 2.0d 2.0D AM 2015-, 3.0 V6 D 3.0D A -2018, P250 2.0P A 2017-', `${JAGUAR_TRIMS}, Luxury -2015, Premium Luxury -2014`],
      ['XE', 22, '2015-2024', 34_000, 'saloon', '2.0d 2.0D AM, P250 2.0P A, 2.0i 2.0P A -2018', JAGUAR_TRIMS],
      ['F-Pace', 24, '2016-', 47_500, 'suv', '2.0d 2.0D A, 3.0 V6 D 3.0D A -2020, P250 2.0P A, P400e 2.0X A 2021-, 5.0 V8 5.0P A 2019-', `${JAGUAR_TRIMS}, SVR =5.0P 2019- +70%`],
      ['E-Pace', 13, '2018-2024', 37_000, 'suv', 'D150 2.0D AM, D180 2.0D A -2020, P200 2.0P A, P300e 1.5X A 2021-', 'R-Dynamic S, S, R-Dynamic SE, SE, HSE'],
      ['I-Pace', 4, '2018-2024', 68_000, 'suv', 'EV400 90kWh A', 'HSE, SE, S, First Edition -2019'],
      ['F-Type', 5, '2013-2024', 62_000, 'coupe 2014-, convertible', 'P300 2.0P A 2017-, 3.0 V6 3.0P AM -2019, 5.0 V8 5.0P A', 'R-Dynamic 2017-, V6 S =3.0P -2019 +15%, R =5.0P +50%'],
      ['XJ', 2, '2010-2019', 62_000, 'saloon', '3.0 V6 D 3.0D A', 'Portfolio, Premium Luxury, R-Sport 2015-, Autobiography 2015-'],
      ['XK', 1, '2006-2014', 66_000, 'coupe, convertible', '5.0 V8 5.0P A 2009-, 4.2 V8 4.2P A -2009', 'Portfolio, Dynamic, Signature'],
    ],
  },
  {
    make: 'MG',
    share: 1.8,
    retainedPerYear: 0.87,
    // prettier-ignore
    models: [
      ['MG3', 22, '2013-', 13_000, 'hatchback', '1.5 VTi-TECH 1.5P M -2024, 1.5 Hybrid+ 1.5H A 2024-', '3Style -2018, Exclusive 2018-, Excite 2018-2024, 3Form -2018, SE 2024-, Trophy 2024-'],
      ['ZS', 34, '2017-', 18_000, 'suv', '1.5 VTi-TECH 1.5P M, 1.0 T-GDI 1.0P AM -2024, 1.5 Hybrid+ 1.5H A 2024-', 'Exclusive -2024, Excite -2024, Explore -2021, SE 2024-, Trophy 2023-'],
      ['ZS EV', 12, '2019-2025', 28_500, 'suv', '45kWh A -2021, 72kWh A 2021-, 51kWh A 2021-', 'Exclusive -2021, Excite -2021, SE 2021-, Trophy 2021-'],
      ['HS', 16, '2019-', 24_500, 'suv', '1.5 T-GDI 1.5P MA, 1.5X A 2020-', 'Exclusive -2022, Excite -2022, SE 2022-, Trophy 2022-'],
      ['MG4', 10, '2022-', 29_500, 'hatchback', '51kWh A, 64kWh A, 77kWh A 2023-', 'SE, Trophy =64kWh +10%, Trophy Extended Range =77kWh 2023- +20%'],
      ['MG5', 5, '2020-2025', 28_000, 'estate', '61kWh A 2021-, 52kWh A -2021', 'Exclusive -2022, Excite -2021, SE 2022-, Trophy 2022-'],
      ['MG6', 1, '2011-2016', 16_500, 'hatchback, saloon', '1.8T 1.8P M, DTi-TECH 1.9D M 2013-', 'SE, TSE, S'],
    ],
  },
  {
    make: 'Bentley',
    share: 0.15,
    retainedPerYear: 0.93,
    // prettier-ignore
    models: [
      ['Continental GT', 60, '2005-', 152_000, 'coupe, convertible 2007-', '4.0 V8 4.0P A 2012-, 6.0 W12 6.0P A -2024', 'V8 =4.0P 2012-, W12 =6.0P +10%, Mulliner Driving =6.0P +20%'],
      ['Bentayga', 40, '2016-', 158_000, 'suv', '4.0 V8 4.0P A 2018-, 6.0 W12 6.0P A -2020, 4.0 V8 D 4.0D A 2017-2018', 'V8 =4.0P 2018-, W12 =6.0P -2020 +12%, Diesel =4.0D 2017-2018'],
    ],
  },
  {
    make: 'Aston Martin',
    share: 0.08,
    retainedPerYear: 0.93,
    // prettier-ignore
    models: [
      ['V8 Vantage', 60, '2006-2017', 91_000, 'coupe, convertible', '4.7 V8 4.7P AM 2008-, 4.3 V8 4.3P MA -2008', 'Base, S 2011-, N430 2014-2016'],
      ['DB9', 40, '2005-2016', 121_000, 'coupe, convertible', '6.0 V12 6.0P A', 'Base, GT 2015-'],
    ],
  },
];
