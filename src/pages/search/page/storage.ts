// What this browser keeps for the page. Storage may be full or forbidden: then everything is forgotten when the page is closed.

/** Null if there is nothing. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Validated, because it outlives the version of the script that wrote it. */
export function storedList<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  try {
    const list: unknown = JSON.parse(stored(key) ?? '[]');
    return Array.isArray(list) ? list.filter(isOne) : [];
  } catch {
    return [];
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

/** Calls `act` when another tab of this browser changes what is kept. */
export function onStoredElsewhere(key: string, act: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) act();
  });
}
