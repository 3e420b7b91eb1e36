// The buttons that copy a code sample. Without access to the clipboard the text is selected instead.

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
