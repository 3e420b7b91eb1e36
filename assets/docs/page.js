// "Try it" on the page of documentation: sends a form's parameters and shows what came back, with the same request as a
// curl line. Whatever comes back is shown as text and never becomes markup.

/** Headers of an answer that say something about it. */
const SHOWN_HEADERS = [
  'content-type',
  'etag',
  'link',
  'ignored-parameters',
  'location',
  'retry-after',
  'x-request-id',
];

for (const form of document.querySelectorAll('form.try')) {
  const answer = form.parentElement.querySelector('.answer');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show(form, answer);
  });
  form.addEventListener('reset', () => {
    answer.hidden = true;
  });
  // Another search starts on its first page.
  form.addEventListener('input', ({ target }) => {
    const page = form.elements.namedItem('page');
    if (page instanceof HTMLInputElement && target !== page) page.value = '';
  });
}

async function show(form, answer) {
  const address = addressOf(form);
  const button = form.querySelector('button[type=submit]');
  button.disabled = true;
  answer.hidden = false;
  try {
    const startedAt = performance.now();
    // A redirect leads to a dealer's site, which the page may not and need not load.
    const response = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'manual' });
    const text = await response.text();
    const tookMs = Math.round(performance.now() - startedAt);
    answer.replaceChildren(...partsOf(response, text, tookMs, address, form));
    answer.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    answer.replaceChildren(...requestParts(address), element('p', `No answer came: ${error.message}`));
  } finally {
    button.disabled = false;
  }
}

/** The address that a form asks for. Blank parameters are left out. */
function addressOf(form) {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) {
    if (value.trim() !== '') address.searchParams.append(name, value.trim());
  }
  return address;
}

function partsOf(response, text, tookMs, address, form) {
  if (response.type === 'opaqueredirect') {
    return [...requestParts(address), element('p', "It answers 302, and leads to the dealer's advert.")];
  }
  const json = jsonOf(text);
  const parts = [...requestParts(address), statusLine(response, tookMs), headerList(response)];
  const pages = pageButtons(json, form);
  if (pages !== undefined) parts.push(pages);
  parts.push(example(json === undefined ? text : JSON.stringify(json, undefined, 2), 'Body', 'body'));
  return parts;
}

function requestParts(address) {
  const link = element('a', address.href);
  link.href = address.href;
  const line = element('p', '', 'request');
  line.append(link);
  return [line, example(curlLine(address), 'The same with curl')];
}

/** Text that may be wider than the page: it can be scrolled with a keyboard, and has a name. */
function example(text, label, className) {
  const pre = element('pre', text, className);
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', label);
  return pre;
}

/** For a shell: in single quotes nothing has a meaning but the quote itself, which addresses may hold. */
function curlLine(address) {
  return `curl '${address.href.replaceAll("'", '%27')}'`;
}

function statusLine(response, tookMs) {
  const kind = response.ok ? 'good' : 'bad';
  return element('p', `${response.status} ${response.statusText} in ${tookMs} ms`, `status ${kind}`);
}

function headerList(response) {
  const list = element('dl', '');
  for (const name of SHOWN_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) list.append(element('dt', name), element('dd', value));
  }
  return list;
}

/** Buttons to the page before and after; none where there is only one. */
function pageButtons(json, form) {
  const { total_vehicles: total, current_page: page, total_pages: pages } = json?.results ?? {};
  const input = form.elements.namedItem('page');
  if (!(input instanceof HTMLInputElement) || !Number.isInteger(page)) return undefined;
  const line = element('p', `${total} listings, page ${page} of ${pages} `, 'pages');
  const add = (label, target) => {
    const button = element('button', label);
    button.type = 'button';
    button.addEventListener('click', () => {
      input.value = String(target);
      form.requestSubmit();
    });
    line.append(button, ' ');
  };
  if (page > 1) add('Previous page', page - 1);
  if (page < pages) add('Next page', page + 1);
  return line;
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}
