// Nissan, Toyota, Honda, Mazda and the other Japanese makes as they were sold new in Britain. Reading a row:
// catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const NISSAN_TRIMS = 'Acenta -2023, N-Connecta 2015-, Tekna, Visia, Acenta Premium 2013-';
const TOYOTA_TRIMS = 'Icon 2013-, Design 2016-, Excel, Active -2019';
const HONDA_TRIMS = 'SE, EX, S -2021, SR 2015-, ES -2015';
const MAZDA_TRIMS = 'SE-L, Sport Nav 2013-2020, SE-L Lux 2017-2021, GT Sport 2018-, Sport -2018';

export const JAPANESE: readonly MakeDefinition[] = [
  {
    make: 'Nissan',
    share: 5.3,
    retainedPerYear: 0.895,
    // prettier-ignore
    models: [
      ['Qashqai', 42, '2007-', 26_500, 'suv', '1.5 dCi 1.5D M -2021, 1.2 DIG-T 1.2P MA 2014-2018, 1.3 DIG-T 1.3P MA 2018-, 1.6 1.6P M -2014, 1.6 dCi 1.6D MA 2011-2018, e-POWER 1.5H A 2022-, 2.0 dCi 2.0D MA -2013', `${NISSAN_TRIMS}, Tekna+ 2017-, 360 2013-2014`],
      ['Juke', 23, '2010-', 20_500, 'suv', '1.6 1.6P MA -2019, 1.5 dCi 1.5D M -2019, 1.0 DIG-T 1.0P MA 2019-, 1.2 DIG-T 1.2P M 2014-2018, 1.6 Hybrid 1.6H A 2022-', `${NISSAN_TRIMS}, Bose Personal Edition 2017-2019, Nismo RS 2013-2018`],
      ['Micra', 15, '2005-2023', 15_000, 'hatchback, hatchback 3dr -2010', '1.2 1.2P MA -2017, 0.9 IG-T 0.9P M 2017-2019, 1.0 IG-T 1.0P MA 2017-, 1.5 dCi 1.5D M 2017-2018', NISSAN_TRIMS],
      ['X-Trail', 7, '2007-', 33_500, 'suv', '1.6 dCi 1.6D MA 2014-2018, 1.3 DIG-T 1.3P A 2018-2022, 2.0 dCi 2.0D MA -2019, e-POWER 1.5H A 2022-', NISSAN_TRIMS],
      ['Note', 6, '2006-2017', 14_500, 'mpv', '1.2 1.2P M 2013-, 1.4 1.4P M -2013, 1.5 dCi 1.5D M, 1.2 DIG-S 1.2P A 2013-', 'Acenta, Visia, Tekna, N-Tec -2013, Acenta Premium 2013-'],
      ['Leaf', 7, '2011-2024', 29_000, 'hatchback', '40kWh A 2018-, 30kWh A 2016-2018, 24kWh A -2017, e+ 62kWh A 2019-', 'Acenta, Tekna, N-Connecta 2018-, Visia'],
      ['Ariya', 1, '2022-', 45_500, 'suv', '63kWh A, 87kWh A', 'Advance, Evolve'],
      ['Navara', 2, '2010-2021', 29_000, 'pickup', '2.3 dCi 2.3D AM 2016-, 2.5 dCi 2.5D MA -2015', 'Tekna, N-Connecta 2016-, Acenta, Outlaw -2015'],
      ['NV200', 1, '2010-2020', 19_000, 'van', '1.5 dCi 1.5D M', 'Acenta, Tekna 2013-, SE -2013'],
      ['370Z', 0.4, '2009-2020', 34_500, 'coupe', '3.7 V6 3.7P MA', 'GT, Nismo +15%'],
    ],
  },
  {
    make: 'Toyota',
    share: 5.2,
    retainedPerYear: 0.92,
    // prettier-ignore
    models: [
      ['Yaris', 27, '2006-', 18_500, 'hatchback, hatchback 3dr -2014', '1.5 Hybrid 1.5H A 2012-, 1.0 VVT-i 1.0P M -2020, 1.33 VVT-i 1.3P MA 2009-2017, 1.5 VVT-i 1.5P M 2017-, 1.4 D-4D 1.4D M -2015, 1.6P M 2020-', `${TOYOTA_TRIMS}, TR -2011, GR =1.6P 2020- +65%`],
      ['Aygo', 22, '2006-2022', 11_500, 'hatchback, hatchback 3dr', '1.0 VVT-i 1.0P MA', 'x-pression 2014-2018, x-play 2014-, x-clusiv 2014-2021, Ice -2012, Move -2014, x-trend 2018-'],
      ['Aygo X', 3, '2022-', 16_500, 'hatchback', '1.0 VVT-i 1.0P MA -2025, 1.5 Hybrid 1.5H A 2025-', 'Pure, Edge, Exclusive'],
      ['Auris', 13, '2007-2018', 20_000, 'hatchback, estate 2013-', '1.8 Hybrid 1.8H A 2010-, 1.4 D-4D 1.4D M -2018, 1.2T 1.2P M 2015-, 1.6 Valvematic 1.6P M -2015', `${TOYOTA_TRIMS}, Business Edition 2015-`],
      ['Corolla', 11, '2019-', 27_500, 'hatchback, estate, saloon', '1.8 Hybrid 1.8H A, 2.0 Hybrid 2.0H A, 1.2T 1.2P M -2020', 'Icon, Icon Tech, Design, Excel, GR Sport 2020-'],
      ['C-HR', 8, '2016-', 28_000, 'suv', '1.8 Hybrid 1.8H A, 1.2T 1.2P MA -2019, 2.0 Hybrid 2.0H A 2019-', 'Icon, Design, Excel, Dynamic -2022, GR Sport 2020-'],
      ['RAV4', 8, '2006-', 33_000, 'suv', '2.5 Hybrid 2.5H A 2016-, 2.2 D-4D 2.2D MA -2015, 2.0 D-4D 2.0D M 2013-2018, 2.5 Plug-in 2.5X A 2021-', `${TOYOTA_TRIMS}, Dynamic 2019-, Invincible -2018, XT-R -2012`],
      ['Avensis', 3, '2009-2018', 23_000, 'saloon, estate', '2.0 D-4D 2.0D M, 1.8 Valvematic 1.8P MA, 1.6 D-4D 1.6D M 2015-', 'Business Edition 2015-, Icon 2013-, TR -2013, T Spirit -2013'],
      ['Prius', 4, '2009-2022', 27_500, 'hatchback', '1.8 Hybrid 1.8H A, 1.8 Plug-in 1.8X A 2017-', 'Active 2016-, Business Edition 2016-, Excel, T Spirit -2016'],
      ['Prius', 0.5, '2024-', 37_500, 'hatchback', '2.0 Plug-in 2.0X A', 'Design, Excel'],
      ['Verso', 1.5, '2009-2018', 21_500, 'mpv', '1.6 D-4D 1.6D M 2014-, 1.8 Valvematic 1.8P A, 2.0 D-4D 2.0D M -2013', 'Icon 2013-, TR -2013, Excel 2013-'],
      ['Land Cruiser', 1.2, '2009-', 47_500, 'suv', '3.0 D-4D 3.0D A -2015, 2.8 D-4D 2.8D AM 2015-', 'Invincible, Icon 2013-2018, Active 2013-, LC5 -2013'],
      ['Hilux', 2, '2007-', 32_000, 'pickup', '2.4 D-4D 2.4D MA 2016-2020, 3.0 D-4D 3.0D MA -2016, 2.8 D-4D 2.8D AM 2020-, 2.5 D-4D 2.5D M -2016', 'Invincible, Icon 2013-, Active 2013-, Invincible X 2017-, HL3 -2012'],
      ['GT86', 0.8, '2012-2020', 28_000, 'coupe', '2.0 D-4S 2.0P MA', 'D-4S, Pro 2017-, Blue Edition 2018-2019'],
      ['bZ4X', 0.7, '2022-', 43_500, 'suv', '71kWh A', 'Vision, Motion, Pure'],
      ['Proace', 1, '2016-', 28_000, 'van', '2.0 D-4D 2.0D MA, 1.5 D-4D 1.5D M 2019-, 1.6 D-4D 1.6D M -2019', 'Icon, Comfort -2019, Design 2019-'],
    ],
  },
  {
    make: 'Honda',
    share: 3.1,
    retainedPerYear: 0.915,
    // prettier-ignore
    models: [
      ['Jazz', 36, '2008-', 17_500, 'hatchback', '1.3 i-VTEC 1.3P MA 2015-2020, 1.4 i-VTEC 1.4P MA -2015, 1.5 e:HEV 1.5H A 2020-, 1.2 i-VTEC 1.2P M -2015, 1.3 IMA 1.3H A 2011-2014', `${HONDA_TRIMS}, Crosstar 2020-`],
      ['Civic', 34, '2006-', 24_500, 'hatchback, estate 2014-2018, saloon -2010', '1.8 i-VTEC 1.8P MA -2017, 1.0 VTEC Turbo 1.0P MA 2017-2021, 1.6 i-DTEC 1.6D MA 2013-2021, 1.5 VTEC Turbo 1.5P MA 2017-2021, 2.2 i-CTDi 2.2D M -2014, 2.0 e:HEV 2.0H A 2022-, 2.0 VTEC Turbo 2.0P M 2015-', `${HONDA_TRIMS}, Sport 2017-, Type R =2.0P 2015- +45%`],
      ['CR-V', 22, '2007-', 31_500, 'suv', '1.6 i-DTEC 1.6D MA 2013-2018, 2.2 i-DTEC 2.2D MA -2015, 2.0 i-VTEC 2.0P MA -2018, 1.5 VTEC Turbo 1.5P MA 2018-2021, 2.0 i-MMD 2.0H A 2019-', HONDA_TRIMS],
      ['HR-V', 10, '2015-', 23_500, 'suv', '1.5 i-VTEC 1.5P MA -2021, 1.6 i-DTEC 1.6D M -2019, 1.5 e:HEV 1.5H A 2021-', 'SE -2021, EX -2021, S -2021, Elegance 2021-, Advance 2021-'],
      ['Insight', 1, '2009-2014', 17_500, 'hatchback', '1.3 IMA 1.3H A', 'SE, ES, HS'],
      ['e', 1, '2020-2023', 33_500, 'hatchback', '36kWh A', 'Advance, Base -2021'],
    ],
  },
  {
    make: 'Mazda',
    share: 2.2,
    retainedPerYear: 0.905,
    // prettier-ignore
    models: [
      ['Mazda2', 19, '2007-', 16_000, 'hatchback, hatchback 3dr -2014', '1.5 Skyactiv-G 1.5P MA 2015-, 1.3 1.3P M -2015', `${MAZDA_TRIMS}, Tamura -2015, TS2 -2014`],
      ['Mazda3', 24, '2006-', 22_500, 'hatchback, saloon 2014-', '2.0 Skyactiv-G 2.0P MA 2013-, 1.6 1.6P MA -2013, 2.2 Skyactiv-D 2.2D MA 2013-2018, 1.5 Skyactiv-D 1.5D M 2016-2018, 2.0 Skyactiv-X 2.0P MA 2019-2023, 1.6D M -2013', `${MAZDA_TRIMS}, Tamura -2013, TS2 -2013`],
      ['Mazda6', 12, '2008-2023', 27_500, 'saloon, estate', '2.2 Skyactiv-D 2.2D MA -2020, 2.0 Skyactiv-G 2.0P MA, 2.5 Skyactiv-G 2.5P A 2018-', MAZDA_TRIMS],
      ['CX-3', 10, '2015-2021', 20_500, 'suv', '2.0 Skyactiv-G 2.0P MA, 1.5 Skyactiv-D 1.5D M -2018', MAZDA_TRIMS],
      ['CX-5', 18, '2012-2025', 29_500, 'suv', '2.2 Skyactiv-D 2.2D MA -2024, 2.0 Skyactiv-G 2.0P MA, 2.5 Skyactiv-G 2.5P A 2021-', `${MAZDA_TRIMS}, Newground 2022-`],
      ['CX-30', 6, '2019-', 25_500, 'suv', '2.0 Skyactiv-G 2.0P MA, 2.0 Skyactiv-X 2.0P MA', 'SE-L, SE-L Lux -2022, GT Sport, Sport Lux -2022'],
      ['MX-5', 10, '2005-', 25_000, 'convertible', '2.0 2.0P MA, 1.5 Skyactiv-G 1.5P M 2015-, 1.8 1.8P M -2015', 'Sport Nav 2013-2022, SE-L, SE -2018, Sport Tech 2019-2022, Kuro 2011-2015'],
      ['MX-30', 1.5, '2021-', 30_500, 'suv', '36kWh A, 0.8 R-EV 0.8X A 2023-', 'SE-L Lux -2023, Sport Lux -2023, Makoto 2023-, Prime-Line 2023-'],
    ],
  },
  {
    make: 'Suzuki',
    share: 1.7,
    retainedPerYear: 0.905,
    // prettier-ignore
    models: [
      ['Swift', 40, '2005-', 14_500, 'hatchback, hatchback 3dr -2016', '1.2 Dualjet 1.2P MA 2010-, 1.0 Boosterjet 1.0P MA 2017-2020, 1.5 1.5P M -2010, 1.6P M 2012-2016, 1.4 Boosterjet 1.4P M 2018-', 'SZ3 2010-, SZ5 2017-, SZ-T 2015-, SZ4 2010-2017, GL -2010, Sport =1.6P 2012-2016 +20%, Sport =1.4P 2018- +25%'],
      ['Vitara', 28, '2015-', 21_500, 'suv', '1.4 Boosterjet 1.4P MA, 1.6 1.6P MA -2018, 1.0 Boosterjet 1.0P M 2018-2020, 1.5 Full Hybrid 1.5H A 2022-', 'SZ-T, SZ5, SZ4 -2020, S -2018'],
      ['Ignis', 12, '2016-2024', 13_500, 'hatchback', '1.2 Dualjet 1.2P M', 'SZ-T, SZ5, SZ3'],
      ['SX4 S-Cross', 12, '2013-2021', 20_000, 'suv', '1.0 Boosterjet 1.0P M 2016-2020, 1.6 1.6P M -2016, 1.6 DDiS 1.6D M -2018, 1.4 Boosterjet 1.4P MA 2016-', 'SZ-T, SZ5, SZ4'],
      ['Jimny', 4, '2006-2018', 13_500, 'suv 3dr', '1.3 VVT 1.3P MA', 'SZ4, SZ3, JLX+ -2012'],
      ['Alto', 5, '2009-2014', 8_000, 'hatchback', '1.0 1.0P M', 'SZ3, SZ4, SZ2'],
    ],
  },
  {
    make: 'Mitsubishi',
    share: 1.0,
    retainedPerYear: 0.89,
    // prettier-ignore
    models: [
      ['Outlander', 48, '2007-2021', 33_500, 'suv', '2.0 PHEV 2.0X A 2014-2018, 2.4 PHEV 2.4X A 2018-, 2.2 DI-D 2.2D MA -2018', 'GX4h =2.0X 2014-2018 +8%, 4h =2.4X 2018- +10%, GX4 -2018, GX3 -2018, Dynamic =2.4X 2019- +8%'],
      ['ASX', 22, '2010-2021', 19_500, 'suv', '1.6 1.6P M -2019, 1.8 DI-D 1.8D M -2015, 2.0 MIVEC 2.0P MA 2019-', 'ZC-M -2019, ZC -2019, Dynamic 2019-, Exceed 2019-'],
      ['L200', 20, '2007-2021', 29_500, 'pickup', '2.4 DI-D 2.4D MA 2015-2019, 2.5 DI-D 2.5D MA -2015, 2.3 DI-D 2.3D MA 2019-', 'Warrior, Barbarian, Titan 2012-2019, 4Life'],
      ['Mirage', 8, '2013-2020', 11_500, 'hatchback', '1.2 MIVEC 1.2P MA', 'Juro 2015-, Attivo -2018, Design 2020-'],
    ],
  },
  {
    make: 'Lexus',
    share: 0.9,
    retainedPerYear: 0.915,
    // prettier-ignore
    models: [
      ['CT', 26, '2011-2020', 25_500, 'hatchback', '200h 1.8H A', 'Luxury, SE-L -2016, F Sport, Advance -2015, SE-I -2014'],
      ['IS', 24, '2006-2020', 33_500, 'saloon', '300h 2.5H A 2013-, 220d 2.2D M -2013, 250 2.5P A', 'F Sport 2010-, SE, Luxury 2013-, Executive Edition 2014-, SE-L -2013'],
      ['NX', 24, '2014-', 40_500, 'suv', '300h 2.5H A -2021, 350h 2.5H A 2021-, 450h+ 2.5X A 2021-', 'F Sport, Luxury -2021, SE -2018, Premium Pack 2021-, Takumi'],
      ['RX', 14, '2006-', 54_500, 'suv', '450h 3.5H A 2009-2022, 400h 3.3H A -2009, 350h 2.5H A 2022-, 450h+ 2.5X A 2022-', 'F Sport 2012-, SE -2018, Premier -2018, Luxury -2018, Takumi 2019-'],
      ['UX', 11, '2019-', 33_500, 'suv', '250h 2.0H A -2023, 300h 2.0H A 2024-, 300e 54kWh A 2021-2023', 'F Sport, Premium Pack, Takumi'],
      ['ES', 2, '2019-', 39_500, 'saloon', '300h 2.5H A', 'F Sport, Takumi, Premium Edition'],
    ],
  },
  {
    make: 'Subaru',
    share: 0.4,
    retainedPerYear: 0.9,
    // prettier-ignore
    models: [
      ['Forester', 36, '2008-', 30_500, 'suv', '2.0D M -2018, 2.0 2.0P MA -2019, 2.0 e-BOXER 2.0H A 2019-', 'XE 2014-, XC -2018, XE Premium 2014-, XS -2013'],
      ['Outback', 28, '2009-', 32_500, 'estate', '2.0D MA -2018, 2.5i 2.5P A', 'SE Premium -2020, SE -2018, Limited 2021-, Touring 2021-'],
      ['XV', 22, '2012-2023', 26_500, 'suv', '2.0i 2.0P AM -2020, 2.0D M -2017, 2.0 e-BOXER 2.0H A 2020-, 1.6i 1.6P AM', 'SE, SE Premium, SE Lux Premium -2017'],
      ['Impreza', 10, '2008-2022', 22_500, 'hatchback', '2.0 2.0P MA, 1.6i 1.6P A 2018-', 'SE, RX -2012, R -2012'],
      ['BRZ', 4, '2012-2020', 27_000, 'coupe', '2.0i 2.0P MA', 'SE Lux, SE'],
    ],
  },
  {
    make: 'Isuzu',
    share: 0.2,
    retainedPerYear: 0.9,
    // prettier-ignore
    models: [
      ['D-Max', 100, '2012-', 28_500, 'pickup', '1.9D MA 2017-, 2.5D MA -2017', 'Utah -2021, Yukon -2021, V-Cross 2021-, DL40 2021-, Blade'],
    ],
  },
];
