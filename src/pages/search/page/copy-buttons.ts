// Sharing an address. Without access to the clipboard it is shown.

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
