// The body styles as dimensions: centimetres from the front bumper and above the ground, from the side and from the front. side.ts,
// front.ts and rear.ts draw every style from them.

/** Centimetres from the front bumper and above the ground. */
export type Spot = readonly [along: number, above: number];

export interface Shape {
  readonly length: number;
  readonly width: number;
  /** Centimetres from the front bumper. */
  readonly axles: readonly [front: number, rear: number];
  readonly wheelRadius: number;
  /** Underside of the doors. */
  readonly sill: number;
  /** The leading edge of the bonnet. */
  readonly nose: Spot;
  /** The foot and the head of the windscreen. */
  readonly cowl: Spot;
  readonly brow: Spot;
  /** The highest point of the roof, and its rear edge. */
  readonly crown: Spot;
  readonly roofEnd: Spot;
  /** The foot of the rear window, and the upper corner of the tail. */
  readonly deck: Spot;
  readonly tail: Spot;
  /** The side windows' outline, from the front lower corner on, clockwise in a car facing left. */
  readonly windows: readonly Spot[];
  /** Pillars between the side windows. */
  readonly pillars: readonly number[];
  /** Vertical door gaps, from the front. */
  readonly doors: readonly number[];
  /** Dark plastic around wheels and sills. */
  readonly cladding: boolean;
  readonly roofRails: boolean;
  /** How much narrower than the body the roof is, on each side. */
  readonly tumblehome: number;
}

// prettier-ignore
export const SHAPES: Readonly<Record<string, Shape>> = {
  hatchback: {
    length: 408, width: 178, axles: [80, 334], wheelRadius: 32, sill: 24,
    nose: [22, 74], cowl: [104, 97], brow: [196, 143], crown: [240, 147], roofEnd: [350, 139],
    deck: [394, 96], tail: [402, 90],
    windows: [[132, 97], [202, 136], [250, 140], [335, 133], [364, 103], [350, 101]],
    pillars: [232, 318], doors: [130, 234, 318], cladding: false, roofRails: false, tumblehome: 24,
  },
  estate: {
    length: 468, width: 183, axles: [88, 366], wheelRadius: 33, sill: 23,
    nose: [24, 74], cowl: [120, 96], brow: [214, 142], crown: [270, 147], roofEnd: [428, 141],
    deck: [458, 98], tail: [464, 92],
    windows: [[148, 96], [220, 135], [280, 140], [412, 135], [432, 104], [400, 101]],
    pillars: [252, 340], doors: [146, 254, 344], cladding: false, roofRails: true, tumblehome: 24,
  },
  suv: {
    length: 442, width: 186, axles: [86, 352], wheelRadius: 37, sill: 33,
    nose: [18, 94], cowl: [108, 114], brow: [188, 160], crown: [244, 166], roofEnd: [386, 158],
    deck: [426, 114], tail: [434, 106],
    windows: [[134, 114], [194, 153], [250, 158], [372, 151], [398, 121], [370, 118]],
    pillars: [234, 324], doors: [132, 236, 326], cladding: true, roofRails: true, tumblehome: 25,
  },
  saloon: {
    length: 472, width: 183, axles: [88, 370], wheelRadius: 33, sill: 22,
    nose: [24, 72], cowl: [128, 95], brow: [222, 139], crown: [272, 143], roofEnd: [340, 137],
    deck: [418, 101], tail: [466, 98],
    windows: [[156, 95], [228, 132], [276, 136], [330, 131], [378, 104], [350, 100]],
    pillars: [256, 344], doors: [152, 258, 344], cladding: false, roofRails: false, tumblehome: 25,
  },
  coupe: {
    length: 446, width: 186, axles: [86, 354], wheelRadius: 34, sill: 20,
    nose: [24, 68], cowl: [136, 91], brow: [226, 129], crown: [262, 132], roofEnd: [308, 128],
    deck: [412, 94], tail: [440, 90],
    windows: [[164, 91], [232, 122], [266, 125], [308, 121], [358, 99], [336, 96]],
    pillars: [276], doors: [156, 292], cladding: false, roofRails: false, tumblehome: 28,
  },
  convertible: {
    length: 432, width: 182, axles: [84, 342], wheelRadius: 33, sill: 21,
    nose: [24, 70], cowl: [132, 92], brow: [204, 128], crown: [204, 128], roofEnd: [206, 126],
    deck: [196, 92], tail: [426, 90],
    windows: [[158, 92], [204, 122], [232, 118], [252, 94], [240, 92]],
    pillars: [], doors: [152, 268], cladding: false, roofRails: false, tumblehome: 24,
  },
  mpv: {
    length: 444, width: 184, axles: [84, 360], wheelRadius: 33, sill: 25,
    nose: [18, 84], cowl: [84, 108], brow: [186, 158], crown: [250, 165], roofEnd: [396, 157],
    deck: [430, 108], tail: [437, 98],
    windows: [[112, 108], [192, 150], [256, 157], [382, 150], [404, 114], [376, 109]],
    pillars: [150, 238, 330], doors: [124, 240, 334], cladding: false, roofRails: true, tumblehome: 23,
  },
  van: {
    length: 500, width: 196, axles: [92, 392], wheelRadius: 34, sill: 28,
    nose: [16, 96], cowl: [76, 120], brow: [164, 190], crown: [240, 198], roofEnd: [482, 195],
    deck: [494, 180], tail: [496, 110],
    windows: [[106, 120], [166, 180], [214, 182], [214, 118]],
    pillars: [128], doors: [116, 220, 344], cladding: true, roofRails: false, tumblehome: 14,
  },
  pickup: {
    length: 530, width: 187, axles: [94, 414], wheelRadius: 39, sill: 40,
    nose: [20, 104], cowl: [122, 124], brow: [194, 172], crown: [236, 176], roofEnd: [312, 170],
    deck: [338, 120], tail: [524, 117],
    windows: [[146, 124], [200, 164], [240, 168], [304, 163], [318, 126], [306, 124]],
    pillars: [236], doors: [142, 238, 324], cladding: true, roofRails: false, tumblehome: 24,
  },
};
