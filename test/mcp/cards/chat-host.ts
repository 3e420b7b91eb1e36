// A small host of MCP Apps, as a web page has to be one: the official client and bridge in this process, and in the browser a page of
// one origin with a sandbox of another, whose policy is made from what the resource declares. Messages go through both.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  type McpUiResourceCsp,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';

const CHAT = 'https://chat.example/';
const SANDBOX = 'https://sandbox.example/';

const CHAT_PAGE = `<!doctype html><html lang="en"><title>Chat</title><meta name="viewport" content="width=device-width"><style>body{margin:0}iframe{width:100%;height:400px;border:0}</style>
<iframe title="App" sandbox="allow-scripts allow-same-origin" src="${SANDBOX}"></iframe><script>
const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow) toHost(data); });
window.toApp = (message) => frame.contentWindow.postMessage(message, '*');
window.setHeight = (height) => { frame.style.height = height + 'px'; };
</script></html>`;

const SANDBOX_PAGE = `<!doctype html><html lang="en"><title>Sandbox</title><style>body{margin:0}iframe{width:100%;height:100vh;border:0;display:block}</style>
<iframe title="App" sandbox="allow-scripts allow-same-origin"></iframe><script>
const inner = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => {
  if (source === inner.contentWindow) return parent.postMessage(data, '*');
  if (data.method !== 'ui/notifications/sandbox-resource-ready') return inner.contentWindow.postMessage(data, '*');
  inner.contentDocument.open();
  inner.contentDocument.write(data.params.html);
  inner.contentDocument.close();
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script></html>`;

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><path d="M0 0h8v5H0z" fill="#68a"/></svg>';

export interface ChatOptions {
  readonly browser: Browser;
  /** The MCP server's address. */
  readonly mcpUrl: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly page?: BrowserContextOptions;
  readonly hostContext?: McpUiHostContext;
  /** The origins that the resource declares are the only sources of pictures, without `data:`. */
  readonly refusesData?: boolean;
  /** The document comes after a head of the host's own. */
  readonly hasOwnHead?: boolean;
  /** Default: all that the cards use. */
  readonly capabilities?: McpUiHostCapabilities;
}

export interface Chat {
  readonly page: Page;
  /** That of the cards. */
  readonly cards: Frame;
  /** Links that the host was asked to open. */
  readonly opened: readonly string[];
  /** What the assistant would learn, the last one last. */
  readonly contexts: readonly string[];
  /** Requests to others, errors and dialogs. */
  readonly complaints: readonly string[];
  readonly setContext: (context: McpUiHostContext) => void;
  close(): Promise<void>;
}

/** Calls the tool, and shows its result in the app that it names. */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const client = new Client({ name: 'chat', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(options.mcpUrl)));
  const { html, csp } = await readApp(client, options.tool);
  const context = await options.browser.newContext({
    viewport: { width: 720, height: 900 },
    ...options.page,
  });
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('dialog', (dialog) => {
    complaints.push(`a listing spoke: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.route('**', (route) => {
    const url = route.request().url();
    if (url === CHAT) return route.fulfill({ contentType: 'text/html', body: CHAT_PAGE });
    if (url === SANDBOX)
      return route.fulfill({
        contentType: 'text/html',
        body: SANDBOX_PAGE,
        headers: { 'content-security-policy': policyOf(csp, options.refusesData ?? false) },
      });
    if (/^https:\/\/(?:allowed\.example|cars\.example\/pictures)\//.test(url))
      return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
    complaints.push(`asked others: ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);

  const capabilities = {
    openLinks: {},
    serverTools: {},
    serverResources: {},
    updateModelContext: { text: {} },
  };
  const bridge = new AppBridge(client, { name: 'chat', version: '1' }, options.capabilities ?? capabilities, {
    hostContext: options.hostContext ?? {},
  });
  const opened: string[] = [];
  const contexts: string[] = [];
  bridge.onopenlink = async ({ url }) => {
    opened.push(url);
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content }) => {
    contexts.push(
      (content ?? []).map((block) => (block.type === 'text' ? block.text : block.type)).join('\n'),
    );
    return {};
  };
  bridge.onsizechange = ({ height }) => void page.evaluate(`setHeight(${height})`).catch(() => undefined);
  const sandboxReady = new Promise<void>((resolve) => (bridge.onsandboxready = () => resolve()));
  const initialized = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()));
  const transport = transportTo(page);
  await page.exposeFunction('toHost', (message: object) => transport.onmessage?.(message as never));
  await bridge.connect(transport);
  await page.goto(CHAT);
  await sandboxReady;
  const shown = options.hasOwnHead
    ? `<!doctype html><html><head><title>Host</title></head><body>${html}`
    : html;
  await bridge.sendSandboxResourceReady({ html: shown, ...(csp && { csp }) });
  await initialized;
  await bridge.sendToolInput({ arguments: options.arguments });
  const result = await client.callTool({ name: options.tool, arguments: options.arguments });
  await bridge.sendToolResult(result);
  const cards = page.frames().find((frame) => frame.parentFrame()?.url() === SANDBOX);
  if (cards === undefined) throw new Error('the sandbox has no frame');
  return {
    page,
    cards,
    opened,
    contexts,
    complaints,
    setContext: (hostContext) => bridge.setHostContext(hostContext),
    async close() {
      await bridge.close();
      await context.close();
      await client.close();
    },
  };
}

type Transport = Parameters<AppBridge['connect']>[0];

function transportTo(page: Page): Transport {
  const transport: Transport = {
    start: async () => undefined,
    send: (message) => page.evaluate((data) => (globalThis as unknown as AppWindow).toApp(data), message),
    close: async () => transport.onclose?.(),
  };
  return transport;
}

interface AppWindow {
  toApp(message: object): void;
}

async function readApp(
  client: Client,
  tool: string,
): Promise<{ html: string; csp: McpUiResourceCsp | undefined }> {
  const { tools } = await client.listTools();
  const found = tools.find(({ name }) => name === tool);
  const uri = found && getToolUiResourceUri(found);
  if (uri === undefined) throw new Error(`${tool} has no app`);
  const [content] = (await client.readResource({ uri })).contents;
  if (content === undefined || !('text' in content)) throw new Error('the app is no text');
  const { csp } = (content._meta?.['ui'] ?? {}) as { csp?: McpUiResourceCsp };
  return { html: content.text, csp };
}

/** As the specification asks of hosts. */
function policyOf(
  { resourceDomains = [], connectDomains = [] }: McpUiResourceCsp = {},
  refusesData: boolean,
): string {
  const resources = ["'self'", ...resourceDomains].join(' ');
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${resources}`,
    `style-src 'unsafe-inline' ${resources}`,
    `img-src ${refusesData ? '' : 'data: '}${resources}`,
    `connect-src ${connectDomains.length === 0 ? "'none'" : connectDomains.join(' ')}`,
    "frame-src 'self'",
    "base-uri 'self'",
  ].join('; ');
}
