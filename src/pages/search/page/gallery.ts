// The gallery of a car, in its dialog and on its page: the strip of pictures is scrolled by buttons and arrow keys as well, says which
// picture is on show, and leaves out those that cannot be loaded.
import { NO_PICTURE, pictureName } from '../../view/car-parts.ts';

/** `root` holds one gallery at a time. */
export function bindGallery(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const step =
      target instanceof Element ? target.closest<HTMLElement>('[data-step]')?.dataset['step'] : undefined;
    if (step !== undefined) turn(root, Number(step));
  });
  root.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    // With these keys, arrows go back and forward in the history.
    if (step === 0 || event.altKey || event.metaKey || stripIn(root) === null) return;
    event.preventDefault();
    turn(root, step);
  });
  // Neither bubbles.
  root.addEventListener('scroll', () => showPlace(root), { capture: true, passive: true });
  root.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) leaveOut(target, root);
    },
    true,
  );
  // Those that failed before this script came; a drawing may have no width, but it can be decoded.
  for (const image of root.querySelectorAll<HTMLImageElement>('.picture img'))
    if (image.complete && image.naturalWidth === 0) void image.decode().catch(() => leaveOut(image, root));
}

function stripIn(root: Element): HTMLElement | null {
  return root.querySelector<HTMLElement>('.all-pictures');
}

function placeIn({ children, scrollLeft, scrollWidth, clientWidth }: HTMLElement): number {
  // The last one cannot be scrolled to the edge.
  if (scrollWidth > clientWidth && scrollLeft + clientWidth > scrollWidth - 2) return children.length - 1;
  return Math.round((scrollLeft / scrollWidth) * children.length);
}

/** Behind the last picture is the first. */
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
