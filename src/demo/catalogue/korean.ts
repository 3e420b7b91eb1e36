// Kia, Hyundai, SsangYong and Chevrolet (built in Korea) as they were sold new in Britain. Reading a row:
// catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

export const KOREAN: readonly MakeDefinition[] = [
  {
    make: 'Kia',
    share: 4.3,
    retainedPerYear: 0.91,
    engineNames: { D: 'CRDi', X: 'PHEV' },
    // prettier-ignore
    models: [
      ['Sportage', 29, '2008-', 28_500, 'suv', '1.6 GDi 1.6P M 2011-, 1.7D M 2011-2018, 1.6 T-GDi 1.6P MA 2016-, 2.0D MA -2018, 1.6D MA 2018-, 1.6 T-GDi HEV 1.6H A 2022-', '2, 3, GT-Line 2016-, 4 2016-2021, 1 -2018, KX-3 2011-2018'],
      ['Picanto', 22, '2008-', 12_500, 'hatchback, hatchback 3dr 2011-2017', '1.0 1.0P MA 2011-, 1.25 1.2P MA 2011-, 1.1 1.1P MA -2011', '2, 1, 3, GT-Line 2017-, X-Line 2018-, SE 2013-2017'],
      ['Ceed', 15, '2007-', 21_500, 'hatchback, estate', '1.6D MA, 1.0 T-GDi 1.0P M 2015-, 1.4 T-GDi 1.4P MA 2018-2021, 1.4 1.4P M -2018, 1.5 T-GDi 1.5P MA 2021-', '2, 3, GT-Line 2015-, 1 -2018, 4 2012-2018'],
      ['Rio', 12, '2009-2023', 14_500, 'hatchback, hatchback 3dr 2011-2017', '1.25 1.2P M 2011-, 1.0 T-GDi 1.0P MA 2017-, 1.4 1.4P MA -2019, 1.1D M 2011-2018', '2, 1, 3, GT-Line 2018-, SR7 2014-2017'],
      ['Niro', 9, '2016-', 29_500, 'suv', '1.6 GDi HEV 1.6H A, 64kWh A 2019-, 1.6X A 2017-', '2, 3, 4, Connect 2019-2022'],
      ['Stonic', 5, '2017-', 19_500, 'suv', '1.0 T-GDi 1.0P MA, 1.4 1.4P M -2019, 1.6D M -2019', '2, GT-Line 2020-, First Edition -2019, 3 2020-, Quantum 2021-2023'],
      ['Sorento', 4, '2006-', 40_500, 'suv', '2.2D AM 2010-, 1.6 T-GDi HEV 1.6H A 2020-, 2.5D MA -2010', 'KX-2 2010-2020, KX-3 2015-2020, KX-1 2010-2020, 2 2020-, 3 2020-, XS -2010'],
      ['Venga', 3, '2010-2019', 15_000, 'mpv', '1.4 1.4P M, 1.6 1.6P A, 1.4D M', '2, 1, 3, SR7 2013-'],
      ['Soul', 1.5, '2009-2019', 17_500, 'suv', '1.6 GDi 1.6P M, 1.6D MA -2018', '2 2014-, Connect 2014-, Mixx 2014-, Burner -2013'],
      ['XCeed', 3, '2019-', 25_500, 'suv', '1.5 T-GDi 1.5P MA 2021-, 1.0 T-GDi 1.0P M, 1.4 T-GDi 1.4P MA -2021, 1.6X A 2020-', '2, 3, GT-Line 2022-, First Edition -2020'],
      ['EV6', 1.5, '2021-', 48_000, 'suv', '77kWh A', 'GT-Line, Air, GT-Line S +12%'],
      ['Stinger', 0.5, '2018-2023', 37_500, 'hatchback', '2.0 T-GDi 2.0P A -2020, 3.3 V6 3.3P A', 'GT-Line =2.0P -2020, GT S =3.3P +15%'],
    ],
  },
  {
    make: 'Hyundai',
    share: 4.1,
    retainedPerYear: 0.905,
    engineNames: { D: 'CRDi', X: 'PHEV' },
    // prettier-ignore
    models: [
      ['i10', 27, '2008-', 13_500, 'hatchback', '1.2 1.2P MA, 1.0 MPi 1.0P MA 2013-, 1.1 1.1P M -2011, 1.0 T-GDi 1.0P M 2020-', 'SE, Premium, Active -2014, S, SE Connect 2020-2022, N Line =1.0P 2020- +10%, Go! SE 2017-2019'],
      ['i20', 20, '2009-', 17_000, 'hatchback, coupe 3dr 2015-2018', '1.2 1.2P M -2020, 1.0 T-GDi 1.0P MA 2016-, 1.4 1.4P A -2018, 1.1D M 2012-2018, 1.6P M 2021-2024', 'SE, Premium, Active -2014, SE Connect 2020-, Play 2018-2020, N Line 2021-, N =1.6P 2021-2024 +35%'],
      ['i30', 13, '2007-', 22_000, 'hatchback, estate', '1.6D MA -2023, 1.0 T-GDi 1.0P MA 2017-, 1.4 T-GDi 1.4P MA 2017-2020, 1.4 1.4P M -2017, 1.5 T-GDi 1.5P MA 2020-, 2.0P MA 2017-2024', 'SE, Premium, Active -2017, SE Nav 2015-2019, N Line 2018-, N Performance =2.0P 2017-2024 +40%'],
      ['Tucson', 18, '2015-', 28_500, 'suv', '1.6 GDi 1.6P M, 1.7D MA -2018, 1.6 T-GDi 1.6P MA, 2.0D MA -2018, 1.6D MA 2018-2023, 1.6 T-GDi HEV 1.6H A 2021-', 'SE Nav -2020, Premium, SE, N Line 2019-, SE Connect 2020-, Ultimate 2021-, Premium SE -2020'],
      ['ix35', 5, '2010-2015', 21_500, 'suv', '1.7D M, 2.0D MA, 1.6 GDi 1.6P M', 'SE, Style -2013, Premium, SE Nav 2014-'],
      ['ix20', 3, '2010-2019', 15_000, 'mpv', '1.4 1.4P M, 1.6 1.6P MA, 1.4D M', 'SE, Active -2014, Style -2014, Premium Nav 2015-'],
      ['Kona', 8, '2017-', 23_500, 'suv', '1.0 T-GDi 1.0P MA, 64kWh A 2018-, 1.6 GDi Hybrid 1.6H A 2019-, 39kWh A 2018-', 'SE, Premium, N Line 2020-, SE Connect 2020-, Ultimate 2020-, Play 2018-2021'],
      ['Ioniq', 3, '2016-2022', 25_500, 'hatchback', '1.6 GDi Hybrid 1.6H A, 38kWh A 2019-, 28kWh A -2019, 1.6X A 2017-', 'Premium, SE -2018, Premium SE, SE Connect 2019-'],
      ['Ioniq 5', 1.6, '2021-', 45_000, 'suv', '73kWh A, 58kWh A', 'Premium, SE Connect -2022, Ultimate, Namsan Edition 2022-'],
      ['Santa Fe', 2.5, '2007-', 39_000, 'suv', '2.2D AM -2023, 1.6 T-GDi HEV 1.6H A 2021-', 'Premium 2013-, Premium SE 2013-2020, CDX -2012, Style -2015, Ultimate 2021-'],
      ['Bayon', 2, '2021-', 21_500, 'suv', '1.0 T-GDi 1.0P MA', 'SE Connect, Premium, Ultimate'],
    ],
  },
  {
    make: 'SsangYong',
    share: 0.2,
    retainedPerYear: 0.87,
    // prettier-ignore
    models: [
      ['Tivoli', 45, '2015-2022', 16_500, 'suv', '1.6 1.6P MA -2020, 1.6D MA, 1.5 T-GDi 1.5P MA 2020-', 'EX, ELX, SE -2018, Ventura 2020-'],
      ['Korando', 35, '2011-2022', 20_500, 'suv', '2.0D MA -2015, 2.2D MA 2015-2019, 1.5 T-GDi 1.5P MA 2019-, 1.6D A 2019-', 'ELX, EX -2017, SE -2018, Ultimate 2019-'],
      ['Rexton', 20, '2013-2022', 33_500, 'suv', '2.2D AM 2015-, 2.0D MA -2015', 'ELX, Ultimate 2017-, EX -2021'],
    ],
  },
  {
    make: 'Chevrolet',
    share: 0.2,
    retainedPerYear: 0.86,
    // prettier-ignore
    models: [
      ['Spark', 50, '2010-2015', 9_500, 'hatchback', '1.0 1.0P M, 1.2 1.2P M', 'LS, LT, LS+'],
      ['Aveo', 22, '2011-2015', 11_500, 'hatchback', '1.2 1.2P M, 1.4 1.4P MA, 1.3 VCDi 1.3D M', 'LT, LS, LTZ'],
      ['Cruze', 16, '2009-2015', 15_500, 'hatchback 2011-, saloon', '1.6 1.6P M, 1.7 VCDi 1.7D M 2012-, 2.0 VCDi 2.0D M', 'LS, LT, LTZ'],
      ['Captiva', 12, '2007-2015', 24_500, 'suv', '2.2 VCDi 2.2D MA 2011-, 2.0 VCDi 2.0D M -2011', 'LT, LS, LTZ'],
    ],
  },
];
