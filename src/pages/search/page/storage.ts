// What this browser keeps for the page. Storage may be full or forbidden: then everything is forgotten when the page is closed.

/** Null if there is nothing. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It is kept until the page is closed.
  }
}
