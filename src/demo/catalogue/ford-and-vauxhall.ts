// Ford and Vauxhall as they were sold new in Britain. Reading a row: catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const FORD_TRIMS = 'Zetec -2019, Titanium, ST-Line 2016-, Trend 2018-';
const VAUXHALL_TRIMS = 'SE, SRi, Design -2019, Elite, Exclusiv -2015, Griffin 2018-2022, Ultimate 2020-';

export const FORD_AND_VAUXHALL: readonly MakeDefinition[] = [
  {
    make: 'Ford',
    share: 13.6,
    retainedPerYear: 0.895,
    engineNames: { D: 'TDCi', X: 'PHEV' },
    // prettier-ignore
    models: [
      ['Fiesta', 28, '2008-2023', 18_000, 'hatchback, hatchback 3dr -2022', '1.0 EcoBoost 1.0P MA 2012-, 1.25 1.2P M -2017, 1.1 Ti-VCT 1.1P M 2017-2022, 1.4P M -2012, 1.5D M 2012-2019, 1.6P M 2013-2017, 1.5 EcoBoost 1.5P M 2018-2022', `${FORD_TRIMS}, Style -2013, Active 2018-, Vignale 2017-2022, ST =1.6P 2013-2017 +30%, ST-2 =1.5P 2018-2022 +40%`],
      ['Focus', 22, '2005-2025', 23_500, 'hatchback, estate, saloon -2010', '1.0 EcoBoost 1.0P MA 2012-, 1.5D MA 2014-2023, 1.6P M -2018, 1.6D M -2015, 1.5 EcoBoost 1.5P MA 2015-2022, 2.0D MA -2022, 2.0 EcoBoost 2.0P M 2012-2018, 2.3 EcoBoost 2.3P MA 2019-', `${FORD_TRIMS}, Style -2018, Active 2018-, Titanium X, Vignale 2018-, ST =2.0P 2012-2018 +25%, ST =2.3P 2019- +45%`],
      ['Kuga', 13, '2008-', 30_500, 'suv', '1.5 EcoBoost 1.5P MA 2015-, 2.0D MA -2019, 2.5 FHEV 2.5H A 2020-, 2.5X A 2020-, 1.5 EcoBlue 1.5D MA 2016-2023, 1.6 EcoBoost 1.6P M 2012-2015', `${FORD_TRIMS}, Titanium X, Vignale 2016-2023`],
      ['Puma', 10, '2019-', 24_500, 'suv', '1.0 EcoBoost mHEV 1.0P MA, 1.5 EcoBlue 1.5D M 2020-2022, 1.5 EcoBoost 1.5P M 2020-2023', 'Titanium, ST-Line, ST-Line X, ST-Line Vignale, ST =1.5P +20%'],
      ['EcoSport', 5, '2014-2022', 19_500, 'suv', '1.0 EcoBoost 1.0P MA, 1.5 TDCi 1.5D M -2021, 1.5P MA -2017', 'Zetec, Titanium, ST-Line 2018-, Active 2020-'],
      ['Ka', 3, '2009-2016', 9_500, 'hatchback 3dr', '1.2P M', 'Zetec, Edge, Studio, Titanium'],
      ['Ka+', 2, '2016-2020', 11_000, 'hatchback', '1.2P M, 1.5D M 2018-', 'Zetec, Studio, Active 2018-'],
      ['Mondeo', 5, '2007-2022', 26_500, 'hatchback, estate', '2.0D MA, 1.5 EcoBoost 1.5P MA 2015-2019, 1.6D M 2011-2015, 2.0 Hybrid 2.0H A 2015-', 'Titanium, Zetec -2021, ST-Line 2017-, Titanium X -2018, Vignale 2015-, Edge -2012'],
      ['B-MAX', 1.5, '2012-2017', 17_500, 'mpv', '1.0 EcoBoost 1.0P M, 1.4P M, 1.6P A, 1.5D M', 'Zetec, Titanium, Titanium X'],
      ['C-MAX', 2, '2007-2019', 21_500, 'mpv', '1.0 EcoBoost 1.0P M 2012-, 1.5D MA 2015-, 1.6P M -2018, 1.6D M -2015, 2.0D MA', 'Zetec, Titanium, Titanium X'],
      ['S-MAX', 1.5, '2006-2023', 31_500, 'mpv', '2.0D MA -2022, 2.5 FHEV 2.5H A 2021-, 1.5 EcoBoost 1.5P M 2015-2020', 'Titanium, Zetec -2021, ST-Line 2018-, Vignale 2016-'],
      ['Galaxy', 1, '2006-2023', 33_000, 'mpv', '2.0D MA -2022, 2.5 FHEV 2.5H A 2021-', 'Titanium, Zetec -2021, Titanium X'],
      ['Mustang', 0.8, '2015-', 44_000, 'coupe, convertible', '5.0 V8 5.0P MA, 2.3 EcoBoost 2.3P MA -2020', 'GT =5.0P +10%, EcoBoost =2.3P, Mach 1 =5.0P 2021-2023 +25%'],
      ['Mustang Mach-E', 1, '2021-', 48_000, 'suv', '68kWh A, 88kWh A', 'Standard Range =68kWh, Extended Range =88kWh +12%, GT =88kWh +35%'],
      ['Ranger', 2, '2012-', 32_500, 'pickup', '2.2D MA -2019, 3.2D A -2022, 2.0 EcoBlue 2.0D MA 2019-, 3.0 V6 3.0D A 2023-', 'Wildtrak, Limited, XLT, Raptor =2.0D 2019-2022 +35%'],
      ['Transit Custom', 3.5, '2013-', 30_000, 'van', '2.0 EcoBlue 2.0D MA 2016-, 2.2D M -2016', 'Limited, Trend, Leader 2019-, Sport 2014-'],
      ['Transit Connect', 1.5, '2014-2023', 21_000, 'van', '1.5 EcoBlue 1.5D MA 2016-, 1.6D M -2016', 'Limited, Trend, Leader 2019-'],
    ],
  },
  {
    make: 'Vauxhall',
    share: 10.2,
    retainedPerYear: 0.885,
    engineNames: { P: 'Turbo', D: 'CDTi' },
    // prettier-ignore
    models: [
      ['Corsa', 34, '2006-', 17_500, 'hatchback, hatchback 3dr -2019', '1.2 1.2P M, 1.4 1.4P MA -2019, 1.2 Turbo 1.2P MA 2019-, 1.0 ecoFLEX 1.0P M -2018, 1.3D M -2018, 50kWh A 2020-, 1.6P M 2008-2018', `${VAUXHALL_TRIMS}, Energy 2015-2019, GS 2023-, VXR =1.6P 2008-2018 +40%, SXi -2012, Limited Edition`],
      ['Astra', 24, '2005-', 23_500, 'hatchback, estate', '1.4P MA 2010-2019, 1.6 1.6P M -2018, 1.6D MA 2014-2019, 1.2P M 2019-, 1.7D M -2014, 2.0D MA -2015, 1.5 Turbo D 1.5D MA 2019-, 1.6 Hybrid 1.6X A 2022-, 54kWh A 2023-', `${VAUXHALL_TRIMS}, Tech Line -2019, GS 2022-, Excite -2015`],
      ['Mokka', 9, '2012-2019', 20_500, 'suv', '1.4P MA, 1.6D MA 2015-2018, 1.6 1.6P M -2016, 1.7D MA -2015', 'Exclusiv -2016, SE, Tech Line, Elite 2016-'],
      ['Mokka', 5, '2021-', 24_500, 'suv', '1.2P MA, 50kWh A', 'SRi, SE -2022, Elite, Griffin 2023-, GS 2022-'],
      ['Crossland X', 5, '2017-2020', 19_000, 'suv', '1.2P MA, 1.2 1.2P M, 1.5 Turbo D 1.5D MA 2018-', 'SE, Elite, Griffin, Business Edition'],
      ['Crossland', 3, '2021-2024', 21_500, 'suv', '1.2P MA, 1.5 Turbo D 1.5D M -2022', 'SE, Elite, Griffin, GS 2023-'],
      ['Grandland X', 4, '2017-2021', 27_500, 'suv', '1.2P MA, 1.5 Turbo D 1.5D MA, 1.6 Hybrid 1.6X A 2020-', 'SE, Sport Nav -2019, Elite Nav, Griffin, Ultimate'],
      ['Grandland', 2.5, '2022-', 31_500, 'suv', '1.2P MA, 1.6 Hybrid 1.6X A -2024, 73kWh A 2024-', 'GS, Design, Ultimate'],
      ['Insignia', 6, '2009-2022', 25_000, 'hatchback, estate', '2.0D MA, 1.6D MA 2015-2021, 1.5P MA 2017-2020, 1.8 1.8P M -2016', `SRi, ${VAUXHALL_TRIMS}, SRi VX-Line Nav 2017-`],
      ['Adam', 4, '2013-2019', 14_500, 'hatchback 3dr', '1.2 1.2P M, 1.4 1.4P M, 1.0 1.0P M 2014-', 'Jam, Glam, Slam, Energised 2016-, Unlimited'],
      ['Viva', 2, '2015-2019', 9_800, 'hatchback', '1.0 1.0P MA', 'SE, SL, Rocks 2017-'],
      ['Meriva', 2.5, '2010-2017', 17_000, 'mpv', '1.4P MA, 1.4 1.4P M, 1.6D M 2014-, 1.7D A', 'Exclusiv, SE, Tech Line, Club 2015-'],
      ['Zafira', 2, '2005-2014', 20_000, 'mpv', '1.6 1.6P M, 1.8 1.8P M, 1.7D M, 1.9D MA -2010', 'Exclusiv, SRi, Design, Energy'],
      ['Zafira Tourer', 2, '2012-2018', 23_000, 'mpv', '1.4P MA, 2.0D MA, 1.6D M 2013-', 'SRi, SE, Exclusiv, Tech Line, Elite'],
      ['Vivaro', 2.5, '2015-', 26_500, 'van', '1.6D M -2019, 1.5 Turbo D 1.5D M 2019-, 2.0 Turbo D 2.0D MA 2019-, 75kWh A 2020-', 'Sportive -2020, Dynamic 2019-, Edition 2019-'],
      ['Combo', 1, '2018-', 21_000, 'van', '1.5 Turbo D 1.5D MA, 50kWh A 2021-', 'Sportive, Dynamic, Edition'],
    ],
  },
];
