// Fetches the page again every few seconds and puts its new content in place of the old. The browser parses it as a
// document of its own, so no text ever becomes markup here. While nobody looks, nothing is fetched.
const EVERY_MS = 5000;

let timer = setTimeout(refresh, EVERY_MS);
let failedSince;

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearTimeout(timer);
  refresh();
});

function refresh() {
  timer = setTimeout(refresh, EVERY_MS);
  if (document.hidden || isSelecting()) return;
  const request = new XMLHttpRequest();
  request.responseType = 'document';
  request.timeout = EVERY_MS;
  request.onload = () => {
    const fresh = request.status === 200 ? request.responseXML?.getElementById('live') : null;
    if (fresh) show(fresh);
    else tellFailure();
  };
  request.onerror = tellFailure;
  request.ontimeout = tellFailure;
  request.open('GET', location.href);
  request.send();
}

function show(fresh) {
  failedSince = undefined;
  document.getElementById('live').replaceWith(document.adoptNode(fresh));
}

/** Whoever marks a text wants to copy it. */
function isSelecting() {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed;
}

function tellFailure() {
  failedSince ??= new Date().toLocaleTimeString();
  const state = document.querySelector('.state');
  state.className = 'state bad';
  state.textContent = `No answer since ${failedSince}. What is below was so before.`;
}
