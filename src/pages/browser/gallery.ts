// The gallery of a car, in its dialog and on its page. Buttons and arrow keys scroll the strip of pictures too. It shows which
// picture is visible, and removes pictures that cannot be loaded.
import { NO_PICTURE, pictureName } from '../view/car-parts.ts';

/** `root` must have at most one gallery at a time. */
export function bindGallery(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const step =
      target instanceof Element ? target.closest<HTMLElement>('[data-step]')?.dataset['step'] : undefined;
    if (step !== undefined) turn(root, Number(step));
  });
  root.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    // With these modifier keys, arrows move in the history.
    if (step === 0 || event.altKey || event.metaKey || stripIn(root) === null) return;
    event.preventDefault();
    turn(root, step);
  });
  // These events do not bubble.
  root.addEventListener('scroll', () => showPlace(root), { capture: true, passive: true });
  root.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) leaveOut(target, root);
    },
    true,
  );
  // Pictures that failed before this script loaded. A drawing may have no width although it can be decoded.
  for (const image of root.querySelectorAll<HTMLImageElement>('.picture img'))
    if (image.complete && image.naturalWidth === 0) void image.decode().catch(() => leaveOut(image, root));
}

function stripIn(root: Element): HTMLElement | null {
  return root.querySelector<HTMLElement>('.all-pictures');
}

function placeIn({ children, scrollLeft, scrollWidth, clientWidth }: HTMLElement): number {
  // The last picture cannot be scrolled to the edge.
  if (scrollWidth > clientWidth && scrollLeft + clientWidth > scrollWidth - 2) return children.length - 1;
  return Math.round((scrollLeft / scrollWidth) * children.length);
}

/** Turns by `step` pictures. The first follows the last. */
function turn(root: Element, step: number): void {
  const strip = stripIn(root);
  if (strip === null) return;
  const { length } = strip.children;
  const to = strip.children[(placeIn(strip) + step + length) % length];
  if (to instanceof HTMLElement) strip.scrollTo({ left: to.offsetLeft - strip.offsetLeft });
}

function showPlace(root: Element): void {
  const strip = stripIn(root);
  const count = root.querySelector('.turn span');
  if (strip !== null && count !== null)
    count.textContent = `${placeIn(strip) + 1} of ${strip.childElementCount}`;
}

function leaveOut(image: HTMLImageElement, root: Element): void {
  const item = image.closest('.all-pictures > li');
  const strip = item?.parentElement;
  if (item === null || !strip || strip.childElementCount === 1) {
    image.dataset['state'] = 'missing';
    item?.setAttribute('role', 'img');
    item?.setAttribute('aria-label', NO_PICTURE);
    return;
  }
  item.remove();
  strip.querySelectorAll('img').forEach((one, at, { length }) => (one.alt = pictureName(at, length)));
  root.querySelector('.turn')?.toggleAttribute('hidden', strip.childElementCount < 2);
  showPlace(root);
}
