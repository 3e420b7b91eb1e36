// Volvo, and the makes that began with electric cars, as they were sold new in Britain. Reading a row:
// catalogue-format.ts.
import type { MakeDefinition } from './catalogue-format.ts';

const VOLVO_TRIMS = 'Momentum 2016-2022, R-Design -2022, Inscription 2016-2022, SE Lux -2018, SE Nav -2018';
const VOLVO_LATE = 'Plus 2021-, Core 2021-, Ultimate 2021-';

export const SWEDISH_AND_NEWCOMERS: readonly MakeDefinition[] = [
  {
    make: 'Volvo',
    share: 2.6,
    retainedPerYear: 0.9,
    // prettier-ignore
    models: [
      ['XC40', 24, '2018-', 35_500, 'suv', 'T3 1.5P MA -2021, D3 2.0D MA -2020, B4 2.0P A 2020-, T5 Recharge 1.5X A 2020-2023, Recharge 67kWh A 2021-', `${VOLVO_TRIMS}, ${VOLVO_LATE}`],
      ['XC60', 24, '2008-', 45_500, 'suv', 'D4 2.0D AM -2021, D5 2.4D AM -2016, B5 2.0P A 2020-, T6 Recharge 2.0X A 2020-, T8 Recharge 2.0X A 2017-', `${VOLVO_TRIMS}, ${VOLVO_LATE}`],
      ['XC90', 10, '2006-', 60_000, 'suv', 'D5 2.0D A 2015-2019, D5 2.4D A -2014, B5 2.0D A 2019-2024, T8 Recharge 2.0X A 2015-', `${VOLVO_TRIMS}, ${VOLVO_LATE}`],
      ['V40', 20, '2012-2019', 24_500, 'hatchback', 'D2 2.0D MA 2015-, D2 1.6D MA -2015, T3 1.5P A 2015-, D3 2.0D MA, T2 2.0P M', 'R-Design, SE Lux Nav -2016, Momentum 2016-, Inscription 2016-, Cross Country'],
      ['V60', 8, '2010-', 36_500, 'estate', 'D4 2.0D AM 2013-2021, D3 2.0D MA -2020, B4 2.0P A 2020-, T8 Recharge 2.0X A 2020-', `${VOLVO_TRIMS}, ${VOLVO_LATE}`],
      ['V90', 3, '2016-2024', 44_500, 'estate', 'D4 2.0D A -2021, B4 2.0P A 2020-, T6 Recharge 2.0X A 2020-', `${VOLVO_TRIMS}, Plus 2021-, Cross Country`],
      ['S60', 4, '2010-2023', 34_500, 'saloon', 'D4 2.0D AM -2018, D3 2.0D M -2018, T5 2.0P A 2019-2020, B5 2.0P A 2020-', `${VOLVO_TRIMS}, Plus 2021-`],
      ['S90', 1.5, '2016-2021', 41_000, 'saloon', 'D4 2.0D A, T4 2.0P A 2018-', 'Momentum, R-Design, Inscription'],
      ['C30', 2, '2007-2012', 19_000, 'coupe 3dr', '1.6D DRIVe 1.6D M, 2.0 2.0P M', 'R-Design, SE, SE Lux, ES'],
      ['EX30', 1.5, '2024-', 36_500, 'suv', '49kWh A, 64kWh A', 'Core, Plus, Ultra =64kWh +15%'],
    ],
  },
  {
    make: 'Polestar',
    share: 0.4,
    retainedPerYear: 0.86,
    // prettier-ignore
    models: [
      ['Polestar 2', 90, '2020-', 46_500, 'hatchback', '78kWh A, 64kWh A 2021-', 'Long Range =78kWh +5%, Standard Range =64kWh 2021-, Long Range Dual Motor =78kWh +12%'],
      ['Polestar 4', 10, '2024-', 61_000, 'suv', '94kWh A', 'Long Range Single Motor, Long Range Dual Motor +10%'],
    ],
  },
  {
    make: 'Tesla',
    share: 1.5,
    retainedPerYear: 0.87,
    // prettier-ignore
    models: [
      ['Model 3', 52, '2019-', 45_500, 'saloon', '60kWh A, 79kWh A', 'Standard Range Plus =60kWh -2021, Rear-Wheel Drive =60kWh 2021-, Long Range AWD =79kWh +15%, Performance =79kWh +28%'],
      ['Model Y', 32, '2022-', 52_500, 'suv', '79kWh A, 60kWh A', 'Long Range AWD =79kWh, Rear-Wheel Drive =60kWh, Performance =79kWh +14%'],
      ['Model S', 11, '2014-2021', 79_000, 'hatchback', '75D 75kWh A -2019, 100D 100kWh A 2017-2022, 85 85kWh A -2016', 'Dual Motor, Base -2017, Premium'],
      ['Model X', 5, '2016-2021', 88_000, 'suv', '100D 100kWh A, 75D 75kWh A -2019', 'Dual Motor, Premium'],
    ],
  },
  {
    make: 'BYD',
    share: 0.3,
    retainedPerYear: 0.85,
    // prettier-ignore
    models: [
      ['Atto 3', 40, '2023-', 38_000, 'suv', '60kWh A', 'Design, Comfort, Active -2024'],
      ['Dolphin', 35, '2023-', 30_500, 'hatchback', '60kWh A, 45kWh A', 'Comfort =60kWh, Design =60kWh +5%, Active =45kWh'],
      ['Seal', 15, '2024-', 46_500, 'saloon', '82kWh A', 'Design, Excellence +8%'],
      ['Seal U', 10, '2024-', 34_500, 'suv', '1.5 DM-i 1.5X A', 'Boost, Comfort, Design'],
    ],
  },
];
