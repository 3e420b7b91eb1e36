// Moves and zooms of the map: by mouse, wheel, fingers and keys.
import { MAP_HEIGHT, MAP_WIDTH, type PlanePoint } from '../view/map-view.ts';

export interface MapMoves {
  /** The content follows by so many pixels of the drawn map. */
  readonly onPan: (by: PlanePoint) => void;
  /** `at` stays where it is; undefined: the middle. Returns false at the last zoom. */
  readonly onZoom: (by: number, at?: PlanePoint) => boolean;
}

/** A pointer that moves less is a click, in pixels of the screen. */
const DRAG_PIXELS = 5;
const KEY_STEP = 60;
/** Zooms for each pixel that a wheel turns, and most for one event. */
const WHEEL_RATE = 0.003;
const WHEEL_MOST = 0.6;
/** `deltaMode` of wheels that count lines, and a line in pixels. */
const LINES = 1;
const LINE_PIXELS = 16;

const KEY_MOVES: Readonly<Record<string, PlanePoint>> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
};
const KEY_ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

/** `element` has the drawn map, an SVG element, and buttons with `data-zoom`. */
export function bindMapGestures(element: HTMLElement, moves: MapMoves): void {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = KEY_MOVES[event.key];
    const zoom = KEY_ZOOMS[event.key];
    if (move !== undefined) moves.onPan(move);
    else if (zoom !== undefined) moves.onZoom(zoom);
    else return;
    event.preventDefault();
  });
  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-zoom]') : null;
    if (button !== null) moves.onZoom(Number(button.getAttribute('data-zoom')));
  });
  element.addEventListener(
    'wheel',
    (event) => {
      const svg = svgAt(event);
      if (svg === null) return;
      const turned = event.deltaY * (event.deltaMode === LINES ? LINE_PIXELS : 1);
      const by = Math.max(-WHEEL_MOST, Math.min(WHEEL_MOST, -turned * WHEEL_RATE));
      // At the last zoom the page scrolls on.
      if (moves.onZoom(by, planePoint(svg, event.clientX, event.clientY))) event.preventDefault();
    },
    { passive: false },
  );
  bindPointers(element, moves);
}

function bindPointers(element: HTMLElement, { onPan, onZoom }: MapMoves): void {
  const pointers = new Map<number, PlanePoint>();
  let start: PlanePoint | undefined;
  let isDrag = false;
  element.addEventListener('pointerdown', (event) => {
    if (svgAt(event) === null || event.button !== 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) {
      isDrag = false;
      start = { x: event.clientX, y: event.clientY };
    } else isDrag = true;
  });
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const svg = element.querySelector('svg');
    if (before === undefined || svg === null || start === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!isDrag && distance(start, now) < DRAG_PIXELS) return;
    // Not before: a captured pointer clicks no link.
    if (!isDrag) svg.setPointerCapture(event.pointerId);
    isDrag = true;
    const other = Array.from(pointers).find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    const scale = MAP_WIDTH / svg.getBoundingClientRect().width;
    const share = other === undefined ? scale : scale / 2;
    onPan({ x: (now.x - before.x) * share, y: (now.y - before.y) * share });
    if (other === undefined) return;
    const ratio = Math.max(1, distance(now, other)) / Math.max(1, distance(before, other));
    onZoom(Math.log2(ratio), planePoint(svg, (now.x + other.x) / 2, (now.y + other.y) / 2));
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(type, ({ pointerId }) => pointers.delete(pointerId));
  element.addEventListener('dragstart', (event) => event.preventDefault());
  element.addEventListener(
    'click',
    (event) => {
      // The end of a drag is no click on the link below it. Keys click without a pointer.
      if (!isDrag || svgAt(event) === null || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

function svgAt({ target }: Event): SVGSVGElement | null {
  return target instanceof Element ? target.closest('svg') : null;
}

function planePoint(svg: Element, clientX: number, clientY: number): PlanePoint {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return { x: ((clientX - left) / width) * MAP_WIDTH, y: ((clientY - top) / height) * MAP_HEIGHT };
}

function distance(a: PlanePoint, b: PlanePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
