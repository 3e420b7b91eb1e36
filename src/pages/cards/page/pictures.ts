// Where pictures come from. Those that the server draws are read through the host and shown as `data:` URLs. Those of
// dealers, and the server's where a host refuses `data:`, are loaded from their own sites, which works for origins that the host allows.
// What cannot be loaded stays a silhouette.
import { asList, asObject, asText } from '../view/car.ts';
import type { Host } from './host.ts';

export class Pictures {
  readonly #host: Host;
  readonly #onChange: () => void;
  /** By URL. Null: being read, or it cannot be shown. */
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
