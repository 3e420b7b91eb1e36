// Copying to the clipboard, for the search page and the page of a car.

/**
 * Copies an address, or the text of an element, and says so in the place of the button's label for a while. Without access to the
 * clipboard the address is shown there, and the text selected.
 */
export async function copy(button: HTMLElement, what: string | HTMLElement): Promise<void> {
  const label = (button.dataset['label'] ??= button.textContent);
  // Screen readers say the new label too.
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
