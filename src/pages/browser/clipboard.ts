// Copying to the clipboard, for the search page and the page of a car.

/**
 * Copies a URL, or the text of an element, and confirms it in the button's label for a while. Without access to the clipboard the
 * label shows the URL, and the text is selected.
 */
export async function copy(button: HTMLElement, what: string | HTMLElement): Promise<void> {
  const label = (button.dataset['label'] ??= button.textContent);
  // Makes screen readers announce the new label.
  button.ariaLive = 'polite';
  const isAddress = typeof what === 'string';
  try {
    await navigator.clipboard.writeText(isAddress ? what : what.textContent);
    button.textContent = isAddress ? 'Link copied' : 'Copied';
  } catch {
    if (!isAddress) getSelection()?.selectAllChildren(what);
    button.textContent = isAddress ? what : 'Selected: copy it with the keyboard';
  }
  setTimeout(() => (button.textContent = label), 4000);
}
