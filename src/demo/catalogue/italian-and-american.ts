// Fiat, Abarth, Alfa Romeo and Jeep as they were sold new in Britain. Reading a row:
// catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const FIAT_TRIMS = 'Lounge -2021, Pop, Star 2019-2021';

export const ITALIAN_AND_AMERICAN: readonly MakeDefinition[] = [
  {
    make: 'Fiat',
    share: 2.6,
    retainedPerYear: 0.89,
    // prettier-ignore
    models: [
      ['500', 62, '2008-', 14_500, 'hatchback 3dr, convertible 2009-', '1.2 1.2P MA -2020, 1.0 Mild Hybrid 1.0P M 2020-2024, 0.9 TwinAir 0.9P MA 2010-2018, 42kWh A 2021-, 1.3 MultiJet 1.3D M -2016', `${FIAT_TRIMS}, S 2012-2019, Sport 2019-2022, Colour Therapy 2012-2016, Icon =42kWh 2021- +55%, La Prima =42kWh 2021- +65%`],
      ['500X', 13, '2015-2024', 20_500, 'suv', '1.4 MultiAir 1.4P MA -2018, 1.0 FireFly 1.0P M 2018-2023, 1.6 MultiJet 1.6D M -2020, 1.6 E-torQ 1.6P M', 'Pop Star -2019, Cross 2018-, Lounge -2018, Cross Plus, Sport 2019-'],
      ['500L', 6, '2013-2022', 17_500, 'mpv', '1.4 1.4P M, 0.9 TwinAir 0.9P M -2018, 1.6 MultiJet 1.6D M -2018', 'Pop Star -2018, Lounge, Trekking -2017, Cross 2017-'],
      ['Panda', 10, '2009-2024', 12_000, 'hatchback', '1.2 1.2P M -2020, 0.9 TwinAir 0.9P M 2012-2020, 1.0 Mild Hybrid 1.0P M 2020-, 1.3 MultiJet 1.3D M -2018', 'Easy 2012-2020, Pop, Lounge 2012-2020, City Cross 2018-, Dynamic -2012'],
      ['Punto', 5, '2006-2018', 12_500, 'hatchback, hatchback 3dr', '1.4 8v 1.4P M, 1.2 8v 1.2P M, 1.3 MultiJet 1.3D M -2015', 'Easy 2012-, Active -2012, GBT 2010-2013, Lounge 2012-'],
      ['Tipo', 4, '2016-2023', 17_000, 'hatchback, estate', '1.4 1.4P M -2020, 1.6 MultiJet 1.6D M -2020, 1.0 FireFly 1.0P M 2020-', 'Easy -2020, Lounge -2020, Elite -2018, Life 2020-, Cross 2020-'],
    ],
  },
  {
    make: 'Abarth',
    share: 0.3,
    retainedPerYear: 0.9,
    // prettier-ignore
    models: [
      ['595', 70, '2012-2024', 19_500, 'hatchback 3dr, convertible', '1.4 T-Jet 1.4P MA', 'Turismo, Competizione +15%, Trofeo 2015-2017, Trend 2017-2019'],
      ['500', 30, '2009-2016', 15_500, 'hatchback 3dr, convertible 2010-', '1.4 T-Jet 1.4P MA', 'Base, Custom 2013-'],
    ],
  },
  {
    make: 'Alfa Romeo',
    share: 0.5,
    retainedPerYear: 0.88,
    // prettier-ignore
    models: [
      ['Giulietta', 40, '2010-2020', 22_500, 'hatchback', '1.6 JTDM-2 1.6D MA, 1.4 TB 1.4P MA, 2.0 JTDM-2 2.0D MA', 'Veloce 2016-, Lusso, Sprint 2014-, Distinctive -2016'],
      ['MiTo', 24, '2009-2018', 15_500, 'hatchback 3dr', '0.9 TwinAir 0.9P M 2012-, 1.4 TB 1.4P MA, 1.3 JTDM-2 1.3D M', 'Distinctive -2016, Sprint -2014, Veloce 2016-, Junior 2014-'],
      ['Giulia', 16, '2016-', 37_500, 'saloon', '2.0 TB 2.0P A, 2.2 TD 2.2D A -2022, 2.9 V6 2.9P A', 'Veloce, Super -2022, Speciale -2020, Quadrifoglio =2.9P +70%'],
      ['Stelvio', 18, '2017-', 42_500, 'suv', '2.2 TD 2.2D A, 2.0 TB 2.0P A', 'Veloce 2019-, Super -2022, Speciale -2020, Milano -2019'],
      ['Tonale', 3, '2022-', 38_500, 'suv', '1.5 MHEV 1.5H A, 1.3 Plug-in 1.3X A', 'Ti, Veloce, Speciale -2023'],
    ],
  },
  {
    make: 'Jeep',
    share: 0.7,
    retainedPerYear: 0.885,
    // prettier-ignore
    models: [
      ['Renegade', 42, '2015-2024', 24_500, 'suv', '1.4 MultiAir 1.4P MA -2018, 1.6 MultiJet 1.6D MA -2021, 1.0 GSE 1.0P M 2018-2022, 1.3 4xe 1.3X A 2020-', 'Longitude, Limited, Night Eagle 2017-2022, Sport -2018, Trailhawk =1.3X 2020- +20%'],
      ['Compass', 24, '2018-2024', 29_500, 'suv', '1.4 MultiAir 1.4P MA -2021, 1.6 MultiJet 1.6D M -2021, 1.3 4xe 1.3X A 2021-', 'Limited, Longitude, Night Eagle, Sport -2020'],
      ['Cherokee', 8, '2014-2019', 32_500, 'suv', '2.2 MultiJet 2.2D A 2015-, 2.0 MultiJet 2.0D MA -2015', 'Limited, Longitude -2018, Overland 2018-'],
      ['Grand Cherokee', 14, '2011-2020', 46_500, 'suv', '3.0 V6 CRD 3.0D A', 'Limited Plus, Overland, Summit 2014-, Night Eagle 2018-'],
      ['Wrangler', 8, '2008-', 45_500, 'suv 3dr, suv', '2.8 CRD 2.8D A -2018, 2.2 MultiJet 2.2D A 2018-2021, 2.0 GME 2.0P A 2019-', 'Sahara, Overland, Rubicon 2019-'],
      ['Avenger', 4, '2023-', 33_500, 'suv', '54kWh A, 1.2 e-Hybrid 1.2H A 2024-', 'Longitude, Altitude, Summit'],
    ],
  },
];
