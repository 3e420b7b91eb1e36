// The host is the program that shows the cards. It exchanges JSON-RPC messages with this frame, as the specification of MCP Apps
// defines them (SEP-1865, revision of 2026-01-26, https://github.com/modelcontextprotocol/ext-apps). The official package adds
// 649 KB to the script, because it validates every message of the protocol; the few messages that the cards need take 3 KB.
import { asNumber, asObject, asText, type JsonObject } from '../view/car.ts';

const PROTOCOL_VERSION = '2026-01-26';
const METHOD_NOT_FOUND = -32_601;

export interface HostEvents {
  readonly onInput: (args: JsonObject) => void;
  readonly onResult: (result: unknown) => void;
  readonly onCancelled: () => void;
  readonly onContext: (context: JsonObject) => void;
}

interface PendingRequest {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

export class Host {
  readonly #events: HostEvents;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;
  #capabilities: JsonObject = {};

  constructor(events: HostEvents) {
    this.#events = events;
  }

  async connect(): Promise<void> {
    window.addEventListener('message', ({ source, data }) => {
      if (source === window.parent) this.#receive(asObject(data));
    });
    const { hostCapabilities, hostContext } = await this.#request('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'forecourt-cards', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    });
    this.#capabilities = asObject(hostCapabilities);
    this.#events.onContext(asObject(hostContext));
    this.#notify('ui/notifications/initialized', {});
  }

  can(capability: 'serverTools' | 'serverResources' | 'openLinks' | 'updateModelContext'): boolean {
    return typeof this.#capabilities[capability] === 'object';
  }

  callTool(name: string, args: JsonObject): Promise<JsonObject> {
    return this.#request('tools/call', { name, arguments: args });
  }

  readResource(uri: string): Promise<JsonObject> {
    return this.#request('resources/read', { uri });
  }

  openLink(url: string): Promise<JsonObject> {
    return this.#request('ui/open-link', { url });
  }

  /** Sets the text that the assistant receives with the user's next message. It replaces the text set before. */
  updateModelContext(text: string): Promise<JsonObject> {
    return this.#request('ui/update-model-context', { content: [{ type: 'text', text }] });
  }

  /** Reports the height in CSS pixels. */
  reportHeight(height: number): void {
    this.#notify('ui/notifications/size-changed', { height });
  }

  #request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  #notify(method: string, params: JsonObject): void {
    this.#send({ method, params });
  }

  #send(message: JsonObject): void {
    // No origin is given: a document in a sandbox does not know its host's.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  #receive({ id, method, params, result, error }: JsonObject): void {
    const name = asText(method);
    if (name !== null) {
      if (id === undefined) this.#heed(name, asObject(params));
      else this.#send({ id, ...responseTo(name) });
      return;
    }
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined;
    if (typeof id !== 'number' || pending === undefined) return;
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(asObject(result));
    else pending.reject(new Error(asText(asObject(error)['message']) ?? 'The host refused.'));
  }

  #heed(method: string, params: JsonObject): void {
    switch (method) {
      case 'ui/notifications/tool-input':
        return this.#events.onInput(asObject(params['arguments']));
      case 'ui/notifications/tool-result':
        return this.#events.onResult(params);
      case 'ui/notifications/tool-cancelled':
        return this.#events.onCancelled();
      case 'ui/notifications/host-context-changed':
        return this.#events.onContext(params);
    }
  }
}

/** The response to a request by the host. There is nothing to save before a teardown. */
function responseTo(method: string): JsonObject {
  if (method === 'ping' || method === 'ui/resource-teardown') return { result: {} };
  return { error: { code: METHOD_NOT_FOUND, message: `There is no method ${method}.` } };
}

/** Applies the parts of the host's look that are set: its theme, its style variables and the edges that a phone covers. */
export function applyHostStyle({ theme, styles, safeAreaInsets }: JsonObject): void {
  const { style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(asObject(asObject(styles)['variables']))) {
    const text = asText(value);
    if (/^--[\w-]+$/.test(name) && text !== null) style.setProperty(name, text);
  }
  for (const side of ['top', 'right', 'bottom', 'left']) {
    const inset = asNumber(asObject(safeAreaInsets)[side]);
    if (inset !== null) style.setProperty(`padding-${side}`, `${inset}px`);
  }
}
