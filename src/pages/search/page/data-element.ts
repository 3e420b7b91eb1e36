// A script element that holds data, which no browser runs. The page's policy allows texts of scripts from this file alone, and
// only JSON.

/** Where browsers have no such policies, they need none. */
interface PolicyFactory {
  createPolicy(
    name: 'data',
    rules: { readonly createScript: (text: string) => string },
  ): { createScript(text: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };

const policy = trustedTypes?.createPolicy('data', {
  createScript(text) {
    JSON.parse(text);
    return text;
  },
});

/** `json` is JSON-LD. Throws if it is not JSON. */
export function dataElement(json: string): HTMLScriptElement {
  const element = document.createElement('script');
  element.type = 'application/ld+json';
  element.text = policy === undefined ? json : policy.createScript(json);
  return element;
}
