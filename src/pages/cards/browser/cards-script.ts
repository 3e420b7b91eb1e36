// The cards in their frame: results from the host become elements, and actions of people become calls through the host. Only
// texts are taken from results, never markup. Pictures that the server draws are read through the host and shown as `data:` URLs.
// Dealers' pictures, and the server's if a host refuses `data:`, are loaded from their own sites, which works for origins that
// the host allows. A picture that cannot be loaded stays a silhouette.
import { patchChildren } from '../../browser/patch.ts';
import { MAX_COMPARED } from '../../view/search-state.ts';
import { cards, shownCars, type CardsModel } from '../view/cards.ts';
import { type JsonObject, asList, asObject, asText } from '../view/car.ts';
import { readResult, withDistances, withNextPage, type ReadResult, type Shown } from '../view/read-result.ts';
import { applyHostStyle, Host } from './host.ts';

class Pictures {
  readonly #host: Host;
  readonly #onChange: () => void;
  /** Sources by URL. Null: the picture is being read, or cannot be shown. */
  readonly #sources = new Map<string, string | null>();
  #drawnBelow: string | null = null;
  #isDataRefused = false;

  constructor(host: Host, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  setDrawnBelow(url: string | null): void {
    this.#drawnBelow = url ?? this.#drawnBelow;
  }

  sourceOf(url: string): string | null {
    const known = this.#sources.get(url);
    if (known !== undefined) return known;
    const isDrawn = this.#drawnBelow !== null && url.startsWith(this.#drawnBelow);
    if (!isDrawn || this.#isDataRefused || !this.#host.can('serverResources')) return url;
    this.#sources.set(url, null);
    void this.#read(url);
    return null;
  }

  setFailed(url: string): void {
    const isData = this.#sources.get(url)?.startsWith('data:') ?? false;
    this.#isDataRefused ||= isData;
    this.#sources.set(url, isData ? url : null);
    this.#onChange();
  }

  async #read(url: string): Promise<void> {
    const source = await this.#host.readResource(url).then(
      ({ contents }) => {
        const { mimeType, text } = asObject(asList(contents)[0]);
        const drawing = asText(text);
        return mimeType !== 'image/svg+xml' || drawing === null ? url : dataUrl(drawing);
      },
      () => url,
    );
    this.#sources.set(url, source);
    this.#onChange();
  }
}

function dataUrl(drawing: string): string {
  const bytes = Array.from(new TextEncoder().encode(drawing), (byte) => String.fromCharCode(byte));
  return `data:image/svg+xml;base64,${btoa(bytes.join(''))}`;
}

/** Minimum width for a map beside the cards, in CSS pixels. On narrower screens it opens on request. */
const MAP_WIDTH = 896;

const SEARCH_TOOL = 'search_vehicles';

// Some hosts insert a head before the document, and a policy outside the head is ignored.
const policy = document.querySelector('body meta[http-equiv]');
if (policy !== null) document.head.append(policy);

const element = document.querySelector<HTMLElement>('#cards') ?? document.body;

let input: JsonObject | undefined;

const host = new Host({
  onInput(args) {
    input = args;
  },
  onResult(result) {
    const { shown } = read(result);
    change({ shown, behind: undefined, picked: [], notice: '', canContinue: input !== undefined });
  },
  onCancelled: () => change({ shown: { kind: 'message', text: 'The call was cancelled.' } }),
  onContext: applyHostStyle,
});
const pictures = new Pictures(host, () => change({}));

let model: CardsModel = {
  shown: undefined,
  behind: undefined,
  picked: [],
  turned: new Map(),
  isMapOpen: innerWidth >= MAP_WIDTH,
  isBusy: false,
  notice: '',
  canCallTools: false,
  canContinue: false,
  sourceOf: (url) => pictures.sourceOf(url),
  land: element.dataset['land'] ?? '',
};

function change(to: Partial<CardsModel>): void {
  model = { ...model, ...to };
  patchChildren(element, cards(model));
}

function turnTo(to: Partial<CardsModel>): void {
  change(to);
  document.querySelector<HTMLElement>('#heading')?.focus();
}

function read(result: unknown): ReadResult {
  const found = readResult(result);
  pictures.setDrawnBelow(found.drawnBelow);
  return found;
}

/** Calls a tool through the host, passes the result to `show`, and tells the assistant what is shown. */
async function call(
  name: string,
  args: JsonObject,
  kind: Shown['kind'],
  show: (shown: Shown) => void,
): Promise<void> {
  if (model.isBusy) return;
  change({ isBusy: true, notice: '' });
  try {
    const { shown, text } = read(await host.callTool(name, args));
    if (shown.kind !== kind)
      return change({ isBusy: false, notice: shown.kind === 'message' ? shown.text : '' });
    change({ isBusy: false });
    show(shown);
    if (host.can('updateModelContext'))
      await host.updateModelContext(`The user now also sees this:\n${text}`);
  } catch (error) {
    change({ isBusy: false, notice: error instanceof Error ? error.message : 'The host did not answer.' });
  }
}

/** Shows cars in front of their list. */
function showInFront(shown: Shown): void {
  const behind = model.shown?.kind === 'list' ? model.shown : model.behind;
  turnTo({ shown: withDistances(shown, behind), behind });
}

const ACTIONS: Readonly<Record<string, (advert: string, data: DOMStringMap) => void>> = {
  pick(advert) {
    const others = model.picked.filter((one) => one !== advert);
    const isNew = others.length === model.picked.length && others.length < MAX_COMPARED;
    change({ picked: isNew ? [...others, advert] : others });
  },
  map: () => change({ isMapOpen: !model.isMapOpen }),
  turn(advert, { step }) {
    const count = shownCars(model).find((car) => car.advert === advert)?.pictures.length ?? 1;
    const at = ((model.turned.get(advert) ?? 0) + Number(step) + count) % count;
    change({ turned: new Map(model.turned).set(advert, at) });
  },
  back: () => turnTo({ shown: model.behind, behind: undefined, notice: '' }),
  open: (advert) => void call('get_vehicles', { adverts: [advert] }, 'sheets', showInFront),
  compare: () => void call('compare_vehicles', { adverts: model.picked }, 'comparison', showInFront),
  more() {
    const list = model.shown;
    if (list?.kind !== 'list') return;
    const args = { ...input, detail: 'brief', page: list.page + 1 };
    void call(SEARCH_TOOL, args, 'list', (next) => {
      if (next.kind !== 'list') return;
      const shown = withNextPage(list, next);
      change({ shown, notice: `${shown.cars.length - list.cars.length} more cars` });
    });
  },
};

element.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-do]') : null;
  if (target === null) return;
  const { do: action = '', advert = '' } = target.dataset;
  if (action !== 'visit') return ACTIONS[action]?.(advert, target.dataset);
  const url = target.getAttribute('href');
  // Without the host's help a link opens by itself, if the frame may do that.
  if (url === null || !host.can('openLinks')) return;
  event.preventDefault();
  host.openLink(url).catch(() => change({ notice: `The host did not open ${url}` }));
});

// Errors of pictures do not bubble, so they are captured.
element.addEventListener(
  'error',
  ({ target }) => {
    const url = target instanceof HTMLImageElement ? target.dataset['picture'] : undefined;
    if (url !== undefined) pictures.setFailed(url);
  },
  true,
);

change({});
await host.connect();
change({ canCallTools: host.can('serverTools') });
new ResizeObserver(() => {
  host.reportHeight(Math.ceil(document.documentElement.getBoundingClientRect().height));
}).observe(document.documentElement, { box: 'border-box' });
