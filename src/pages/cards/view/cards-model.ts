// What the cards show at a moment. Every change of it is shown by rendering all of it again.
import type { Car } from './car.ts';
import type { CarList, Shown } from './read-result.ts';

/** At most as many cars are compared. */
export const MAX_COMPARED = 4;

export interface CardsModel {
  /** Undefined until the host sends a result. */
  readonly shown: Shown | undefined;
  /** The list to which one can go back. */
  readonly behind: CarList | undefined;
  /** Adverts picked to be compared, in this order. */
  readonly picked: readonly string[];
  /** Position of the shown picture, by advert. */
  readonly turned: ReadonlyMap<string, number>;
  readonly isMapOpen: boolean;
  /** Whether a call of the host is pending. */
  readonly isBusy: boolean;
  /** Announced once, to screen readers too: what went wrong, or what has changed. */
  readonly notice: string;
  /** What the host can do. */
  readonly canCallTools: boolean;
  /** Whether another page can be asked for: the arguments of the search are known. */
  readonly canContinue: boolean;
  readonly sourceOf: PictureSource;
  /** The islands as an SVG path. */
  readonly land: string;
}

/** The source of a picture's element; null if there is nothing to show yet, or ever. */
export type PictureSource = (url: string) => string | null;

/** Of cars that are on screen now. */
export function shownCars({ shown }: CardsModel): readonly Car[] {
  return shown === undefined || shown.kind === 'message' ? [] : shown.cars;
}
