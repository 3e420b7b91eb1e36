// The distance as a Painless script: the operations of geo/great-circle.ts in the same order, from the unit vectors
// on, so filters and sorts agree with this program to the last digit. Its text is constant, so a cluster compiles it
// once.
import { EARTH_RADIUS_KM, unitVector, type Point } from '../geo/great-circle.ts';

/** Farther than any point on the globe, in kilometres: the sort key of listings without a position. */
const NOWHERE_KM = 1e6;

const FUNCTIONS = `
double smallArcsine(double x) {
  double t = x * x;
  double p = 7.91534994289814532176e-4 + t * 3.4793310759602116757e-5;
  p = 2.01212532134862925881e-1 + t * (-4.00555345006794114027e-2 + t * p);
  p = 1.66666666666666657415e-1 + t * (-3.25565818622400915405e-1 + t * p);
  double q = -6.88283971605453293030e-1 + t * 7.70381505559019352791e-2;
  q = -2.40339491173441421878 + t * (2.02094576023350569471 + t * q);
  return x + (x * (t * p)) / (1 + t * q);
}
double arcsine(double x) {
  return x < 0.5 ? smallArcsine(x) : Math.PI / 2 - 2 * smallArcsine(Math.sqrt((1 - x) / 2));
}
double kilometres(double x, double y, double z) {
  return 2 * ${EARTH_RADIUS_KM} * arcsine(Math.min(1.0, Math.sqrt(x * x + y * y + z * z) / 2));
}
if (doc['at.x'].size() == 0) return WITHOUT;
double km = kilometres(doc['at.x'].value - params.x, doc['at.y'].value - params.y, doc['at.z'].value - params.z);
`;

const SORT_SOURCE = `${FUNCTIONS.replace('WITHOUT', NOWHERE_KM.toFixed(1))}return km;`;
const FILTER_SOURCE = `${FUNCTIONS.replace('WITHOUT', 'false')}return km <= params.km;`;

export interface Script {
  readonly lang: 'painless';
  readonly source: string;
  readonly params: Readonly<Record<string, number>>;
}

/** Kilometres from a point; listings without a position are farthest. */
export function distanceScript(from: Point): Script {
  return { lang: 'painless', source: SORT_SOURCE, params: { ...unitVector(from) } };
}

/** Whether a listing is at most `km` from a point. */
export function withinScript(from: Point, km: number): Script {
  return { lang: 'painless', source: FILTER_SOURCE, params: { ...unitVector(from), km } };
}
