// Suggestions below the search box: a combobox with a list of options, by the ARIA Authoring Practices. The focus stays in the
// box; arrow keys choose an option, Enter accepts it, Escape closes the list. Without script the box is a plain field.
import { h, type ElementNode } from '../../element.ts';
import type { SuggestionJson } from '../../../api/responses.ts';
import { formatCount } from '../../../format.ts';
import type { PageApiClient } from './api-client.ts';
import { patchChildren } from '../../browser/patch.ts';

const LIST = 'suggestions';
const DEBOUNCE_MS = 60;

export class Suggestions {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #api: PageApiClient;
  readonly #onChoose: (phrase: string) => void;
  #current: readonly SuggestionJson[] = [];
  #active = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();

  /** `box` is the element of the view that contains the list. */
  constructor(input: HTMLInputElement, box: Element, api: PageApiClient, onChoose: (phrase: string) => void) {
    this.#input = input;
    this.#api = api;
    this.#onChoose = onChoose;
    this.#list = document.createElement('ul');
    this.#list.id = LIST;
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', 'Suggestions');
    box.append(this.#list);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', LIST);
    this.#show([]);
    input.addEventListener('input', () => this.#requestSoon());
    input.addEventListener('keydown', (event) => this.#press(event));
    input.addEventListener('blur', () => this.close());
    // Keeps the focus in the box.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      const at = Array.from(this.#list.children).findIndex((one) => one === option);
      if (at >= 0) this.#take(at);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
    this.#show([]);
  }

  #requestSoon(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
    const text = this.#input.value;
    if (text.trim() === '') return this.#show([]);
    this.#timer = setTimeout(() => void this.#load(text), DEBOUNCE_MS);
  }

  async #load(text: string): Promise<void> {
    const request = (this.#request = new AbortController());
    try {
      const outcome = await this.#api.suggest(text, request.signal);
      if (!request.signal.aborted)
        this.#show(outcome.kind === 'response' ? outcome.response.suggestions : []);
    } catch (error) {
      if (!request.signal.aborted) throw error;
    }
  }

  #press(event: KeyboardEvent): void {
    const { length } = this.#current;
    if (event.key === 'Enter') {
      const isChosen = this.#active >= 0;
      if (isChosen) event.preventDefault();
      if (isChosen) this.#take(this.#active);
      else this.close();
    } else if (event.key === 'Escape') {
      // If the list is closed, Escape keeps its usual effect and empties the box.
      if (length > 0) event.preventDefault();
      this.close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (length === 0) return this.#requestSoon();
      // The typed text is one of the positions, between the last option and the first.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.#activate(((this.#active + 1 + step + length + 1) % (length + 1)) - 1);
    }
  }

  #take(at: number): void {
    const suggestion = this.#current[at];
    this.close();
    if (suggestion === undefined) return;
    this.#input.value = suggestion.text;
    this.#onChoose(suggestion.text);
  }

  #activate(at: number): void {
    this.#active = at;
    if (at < 0) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', `${LIST}-${at}`);
    patchChildren(
      this.#list,
      this.#current.map((suggestion, i) => option(suggestion, i, i === at)),
    );
    if (at >= 0) this.#list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  #show(suggestions: readonly SuggestionJson[]): void {
    this.#current = suggestions;
    this.#list.hidden = suggestions.length === 0;
    this.#input.setAttribute('aria-expanded', String(suggestions.length > 0));
    this.#activate(-1);
  }
}

function option({ label, count }: SuggestionJson, at: number, isActive: boolean): ElementNode {
  return h('li', { role: 'option', id: `${LIST}-${at}`, 'aria-selected': String(isActive) }, [
    h('span', {}, label),
    ' ',
    h('span', { class: 'note' }, formatCount(count)),
  ]);
}
