// BMW, Mercedes-Benz, MINI, Porsche and Smart as they were sold new in Britain. Reading a row: catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const BMW_TRIMS = 'M Sport, SE -2018, Sport -2021';
const BMW_LATE = 'M Sport, xLine -2023, SE -2020, Sport -2022';
const MERCEDES_TRIMS = 'AMG Line 2013-, Sport -2020, SE, AMG Line Premium 2016-, AMG Line Premium Plus 2018-';
const MINI_TRIMS = 'Classic 2018-, Exclusive 2018-, Sport 2018-';

export const GERMAN: readonly MakeDefinition[] = [
  {
    make: 'BMW',
    share: 6.6,
    retainedPerYear: 0.9,
    // prettier-ignore
    models: [
      ['1 Series', 24, '2004-', 28_500, 'hatchback, hatchback 3dr 2007-2019', '118i 1.5P MA 2015-, 118d 2.0D MA, 116d 1.5D MA 2015-, 116d 2.0D M -2015, 120d 2.0D MA, 116i 1.6P M -2015, M135i xDrive 2.0P A 2019-, M140i 3.0P MA 2012-2019', `${BMW_TRIMS}, M Performance =3.0P 2012-2019 +30%, xDrive =2.0P 2019- +30%`],
      ['2 Series', 8, '2014-', 33_000, 'coupe, convertible -2021', '218i 1.5P MA -2021, 220i 2.0P A, 220d 2.0D AM, 218d 2.0D M -2021, M240i 3.0P A', 'M Sport, Sport -2021, SE -2018, M Performance =3.0P +30%'],
      ['2 Series Gran Coupe', 3, '2020-', 32_500, 'saloon', '218i 1.5P MA, 220d 2.0D A -2024', 'M Sport, Sport -2023, SE -2022'],
      ['2 Series Active Tourer', 4, '2014-', 30_500, 'mpv', '218i 1.5P MA, 218d 2.0D MA, 225xe 1.5X A 2016-2021', 'Sport, M Sport, SE -2018, Luxury'],
      ['3 Series', 24, '2005-', 37_500, 'saloon, estate, coupe -2013, convertible -2013', '320d 2.0D MA, 318d 2.0D MA -2022, 320i 2.0P MA, 330d 3.0D A, 330e 2.0X A 2016-, 316d 2.0D M 2010-2018', `${BMW_TRIMS}, EfficientDynamics -2016, SE Business -2014`],
      ['4 Series', 10, '2013-', 42_500, 'coupe, convertible, hatchback', '420d 2.0D AM, 420i 2.0P AM, 430d 3.0D A, 430i 2.0P A 2016-, M440i 3.0P A 2020-', 'M Sport, SE -2017, Sport -2018, Luxury -2019, xDrive =3.0P 2020- +25%'],
      ['5 Series', 10, '2005-', 47_000, 'saloon, estate -2024', '520d 2.0D AM -2024, 530d 3.0D A -2023, 520i 2.0P A 2017-, 530e 2.0X A 2017-, 525d 2.0D A 2011-2016', 'M Sport, SE -2020, Luxury -2016'],
      ['7 Series', 1, '2009-', 78_000, 'saloon', '730d 3.0D A -2022, 740d 3.0D A', 'M Sport, SE -2015, Exclusive 2016-2022'],
      ['X1', 7, '2009-', 34_000, 'suv', 'sDrive18i 1.5P AM 2017-, xDrive20d 2.0D AM, sDrive18d 2.0D MA, sDrive20i 2.0P A 2015-2022', BMW_LATE],
      ['X2', 2, '2018-', 36_500, 'suv', 'sDrive18i 1.5P MA, sDrive18d 2.0D MA -2023, sDrive20i 2.0P A', 'M Sport, Sport -2023, M Sport X 2018-2023'],
      ['X3', 5, '2010-', 46_500, 'suv', 'xDrive20d 2.0D AM, xDrive30d 3.0D A -2023, xDrive20i 2.0P A 2018-, xDrive30e 2.0X A 2020-', BMW_LATE],
      ['X5', 4, '2007-', 65_000, 'suv', 'xDrive30d 3.0D A, xDrive40d 3.0D A, xDrive45e 3.0X A 2019-2023, M50d 3.0D A 2012-2020', BMW_LATE],
      ['i3', 2, '2013-2022', 36_500, 'hatchback', '33kWh A -2018, 42kWh A 2018-, 120Ah 42kWh A 2019-', 'Atelier, Loft, Suite, Lodge'],
      ['i4', 1.2, '2021-', 57_000, 'hatchback', 'eDrive40 84kWh A, M50 84kWh A', 'M Sport, Sport'],
      ['Z4', 1.5, '2009-', 41_500, 'convertible', 'sDrive20i 2.0P AM, sDrive23i 2.5P MA -2011', 'M Sport, Sport'],
      ['M3', 0.4, '2008-', 74_000, 'saloon 2014-, coupe -2013', '3.0P AM 2014-, 4.0 V8 4.0P MA -2013', 'Competition 2016-, Base'],
      ['M4', 0.6, '2014-', 77_000, 'coupe, convertible', '3.0P AM', 'Competition 2016-, Base'],
    ],
  },
  {
    make: 'Mercedes-Benz',
    share: 6.1,
    retainedPerYear: 0.9,
    // prettier-ignore
    models: [
      ['A-Class', 26, '2012-', 28_500, 'hatchback, saloon 2018-', 'A180 1.6P MA -2018, A180d 1.5D MA -2021, A180 1.3P AM 2018-, A200 1.3P AM 2018-, A200d 2.0D A 2019-, A250e 1.3X A 2020-, A45 2.0P A 2013-', `${MERCEDES_TRIMS}, AMG =2.0P 2013- +75%`],
      ['B-Class', 5, '2012-', 28_000, 'mpv', 'B180d 1.5D MA -2021, B180 1.6P MA -2018, B180 1.3P A 2019-', 'Sport, SE -2018, AMG Line, AMG Line Premium 2019-'],
      ['C-Class', 24, '2007-', 37_500, 'saloon, estate, coupe 2011-2023, convertible 2016-2023', 'C220d 2.1D AM -2018, C220d 2.0D A 2018-, C200 2.0P A 2014-2018, C200 1.5P A 2018-, C250d 2.1D A -2018, C300e 2.0X A 2019-, C63 6.2P A -2014, C63 4.0P A 2015-2022', `${MERCEDES_TRIMS}, Elegance -2014, AMG 63 =6.2P -2014 +70%, AMG S =4.0P 2015-2022 +80%`],
      ['CLA', 8, '2013-', 33_500, 'saloon, estate 2015-', 'CLA180 1.6P MA -2019, CLA200d 2.1D MA -2019, CLA180 1.3P A 2019-, CLA220d 2.0D A 2019-', 'AMG Line, Sport -2019, AMG Line Premium 2016-, AMG Line Executive 2021-'],
      ['CLS', 1.5, '2011-2023', 56_000, 'saloon', 'CLS350d 3.0D A, CLS220d 2.1D A 2014-2018, CLS400d 2.9D A 2018-', 'AMG Line 2014-, AMG Sport -2014'],
      ['E-Class', 12, '2009-', 45_000, 'saloon, estate, coupe, convertible 2010-', 'E220d 2.1D A -2016, E220d 2.0D A 2016-, E200 2.0P A 2014-, E350d 3.0D A -2020, E300de 2.0X A 2018-', 'AMG Line 2013-, SE, Sport -2018, AMG Line Premium 2016-, Avantgarde -2013'],
      ['S-Class', 1, '2009-', 86_000, 'saloon', 'S350d 3.0D A -2020, S350d 2.9D A 2018-, S400d 2.9D A 2020-', 'AMG Line, SE Line -2018, AMG Line Premium 2018-'],
      ['GLA', 8, '2014-', 34_000, 'suv', 'GLA200d 2.1D MA -2019, GLA200 1.6P A -2019, GLA200 1.3P A 2020-, GLA220d 2.0D A 2020-', 'AMG Line, Sport -2023, SE -2019, AMG Line Premium 2017-'],
      ['GLB', 1.5, '2020-', 40_000, 'suv', 'GLB200 1.3P A, GLB220d 2.0D A', 'AMG Line, Sport -2022, AMG Line Premium, AMG Line Premium Plus'],
      ['GLC', 6, '2015-', 48_000, 'suv, coupe 5dr 2016-', 'GLC220d 2.1D A -2019, GLC220d 2.0D A 2019-, GLC250 2.0P A -2019, GLC300 2.0P A 2019-, GLC300de 2.0X A 2020-', 'AMG Line, Sport -2021, AMG Line Premium, SE -2019, Urban Edition 2018-2020'],
      ['GLE', 2.5, '2015-', 65_000, 'suv, coupe 5dr', 'GLE250d 2.1D A -2018, GLE350d 3.0D A -2019, GLE300d 2.0D A 2019-, GLE350de 2.0X A 2020-', 'AMG Line, AMG Line Premium, AMG Night Edition -2019'],
      ['EQA', 1.2, '2021-', 49_500, 'suv', 'EQA250 66kWh A, EQA300 66kWh A', 'AMG Line, Sport -2024, AMG Line Premium'],
      ['EQC', 0.6, '2019-2023', 68_000, 'suv', 'EQC400 80kWh A', 'AMG Line, Sport, AMG Line Premium'],
      ['SLK', 1.2, '2008-2016', 37_500, 'convertible', 'SLK200 1.8P AM -2015, SLK250d 2.1D A 2012-', 'AMG Sport, Base'],
      ['SLC', 0.7, '2016-2020', 38_500, 'convertible', 'SLC180 1.6P AM, SLC200 2.0P A', 'AMG Line, Sport'],
      ['V-Class', 0.6, '2015-', 58_000, 'mpv', 'V220d 2.1D A -2019, V220d 2.0D A 2019-', 'AMG Line, Sport, SE -2019'],
      ['Vito', 1, '2015-', 34_000, 'van', '114 CDI 2.1D AM -2019, 114 CDI 2.0D A 2020-, 111 CDI 1.6D M -2019', 'Premium, Progressive, Pure -2023, Sport'],
      ['Sprinter', 0.8, '2013-', 39_000, 'van', '314 CDI 2.1D MA -2021, 315 CDI 2.0D MA 2021-', 'Progressive, Premium, Pure 2019-'],
    ],
  },
  {
    make: 'MINI',
    share: 3.2,
    retainedPerYear: 0.91,
    // prettier-ignore
    models: [
      ['Hatch', 55, '2007-', 21_500, 'hatchback 3dr, hatchback 2014-', 'Cooper 1.5P MA 2014-, Cooper 1.6P MA -2014, One 1.6P M -2014, Cooper D 1.5D MA 2014-2019, One 1.2P M 2014-2017, Cooper D 1.6D M -2014, Cooper S 2.0P MA 2014-, Cooper SE 33kWh A 2020-', `${MINI_TRIMS}, Pepper -2017, Chili -2019, Cooper S =2.0P 2014- +20%, Level 2 =33kWh 2020- +20%`],
      ['Convertible', 10, '2009-', 25_500, 'convertible', 'Cooper 1.5P MA 2016-, Cooper 1.6P M -2015, Cooper S 2.0P MA 2016-', `${MINI_TRIMS}, Chili -2018, Sidewalk 2020-2021, Cooper S =2.0P 2016- +15%`],
      ['Clubman', 12, '2007-2024', 25_500, 'estate', 'Cooper 1.5P MA 2015-, Cooper D 2.0D MA 2015-2020, Cooper 1.6P M -2014, Cooper S 2.0P A 2015-', `${MINI_TRIMS}, Chili -2018, Pepper -2018, Cooper S =2.0P 2015- +15%`],
      ['Countryman', 20, '2010-', 28_500, 'suv', 'Cooper 1.5P MA 2017-, Cooper D 2.0D MA 2011-2020, Cooper 1.6P MA -2016, Cooper D 1.6D M -2016, Cooper S E 1.5X A 2017-2023', `${MINI_TRIMS}, Chili -2018, Cooper S E ALL4 =1.5X 2017-2023 +25%`],
      ['Paceman', 2, '2013-2016', 23_000, 'coupe 3dr', 'Cooper 1.6P MA, Cooper D 1.6D M', 'Chili, Media Pack, Base'],
    ],
  },
  {
    make: 'Porsche',
    share: 0.8,
    retainedPerYear: 0.945,
    // prettier-ignore
    models: [
      ['Macan', 32, '2014-2024', 55_000, 'suv', '2.0P A, S Diesel 3.0D A -2018, 3.0P A', 'Base, S =3.0P +15%, GTS =3.0P +30%, Turbo =3.0P +45%'],
      ['Cayenne', 24, '2010-', 68_000, 'suv', '3.0 V6 Diesel 3.0D A -2018, E-Hybrid 3.0X A 2015-, 3.0P A 2018-', 'Base, Platinum Edition 2017-'],
      ['911', 22, '2005-', 102_000, 'coupe, convertible', '3.0P AM 2016-, 3.8P AM -2019, 3.6P MA -2012', 'Carrera, Carrera S =3.8P -2016 +10%, Carrera S =3.0P 2016- +12%, Carrera 4S =3.0P 2016- +18%, Turbo =3.8P +50%'],
      ['Boxster', 8, '2005-2016', 42_000, 'convertible', '2.7P MA, 3.4P MA 2007-', 'Base, S =3.4P 2007- +18%'],
      ['Cayman', 6, '2006-2016', 44_000, 'coupe', '2.7P MA, 3.4P MA', 'Base, S =3.4P +18%, GTS =3.4P 2014- +30%'],
      ['718 Boxster', 4, '2016-2025', 52_000, 'convertible', '2.0P AM, 2.5P AM, 4.0P AM 2020-', 'Base, S =2.5P +15%, GTS =4.0P 2020- +35%'],
      ['718 Cayman', 4, '2016-2025', 50_000, 'coupe', '2.0P AM, 2.5P AM, 4.0P AM 2020-', 'Base, S =2.5P +15%, GTS =4.0P 2020- +35%'],
      ['Panamera', 5, '2010-', 82_000, 'hatchback', '3.0 V6 Diesel 3.0D A -2016, 4 E-Hybrid 2.9X A 2017-', 'Base, Platinum Edition 2020-2023, Sport Turismo 2017-2023'],
      ['Taycan', 6, '2020-', 86_000, 'saloon, estate 2021-', '79kWh A, 93kWh A', 'Base =79kWh, 4S =93kWh +15%, Turbo =93kWh +55%'],
    ],
  },
  {
    make: 'Smart',
    share: 0.4,
    retainedPerYear: 0.87,
    // prettier-ignore
    models: [
      ['ForTwo', 65, '2008-2024', 13_500, 'hatchback 3dr, convertible -2021', '1.0 1.0P A -2019, 0.9 Turbo 0.9P AM 2015-2019, 17kWh A 2017-', 'Passion -2019, Prime 2015-2019, Pulse -2014, Exclusive =17kWh 2019- +35%, Prime Premium =17kWh 2017-2020 +30%'],
      ['ForFour', 35, '2015-2021', 13_800, 'hatchback', '1.0 1.0P M -2019, 0.9 Turbo 0.9P MA -2019, 17kWh A 2017-', 'Passion -2019, Prime -2019, Proxy -2018, Premium =17kWh 2018- +35%'],
    ],
  },
];
