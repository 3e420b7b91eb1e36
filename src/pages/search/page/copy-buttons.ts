// Buttons that copy: a code sample of the page, or an address. Without access to the clipboard a sample is selected, and an address shown.

export function bindCopyButtons(page: HTMLElement): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copies]') : null;
    const source = document.getElementById(button?.dataset['copies'] ?? '');
    if (source !== null) void copy(source);
  });
}

async function copy(source: HTMLElement): Promise<void> {
  const status = document.getElementById('copied');
  try {
    await navigator.clipboard.writeText(source.textContent);
    if (status !== null) status.textContent = 'Copied.';
  } catch {
    getSelection()?.selectAllChildren(source);
    if (status !== null) status.textContent = 'Selected. Copy it with the keyboard.';
  }
}

/** Copies an address, and says so in the place of the button's label for a while. */
export async function shareAddress(button: HTMLElement, url: string): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = 'Link copied';
  } catch {
    button.textContent = url;
  }
  setTimeout(() => (button.textContent = label), 4000);
}
