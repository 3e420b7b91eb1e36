// The values of a parameter that takes several, as its text has them: `Ford,-Audi`.
export interface ValueList {
  /** Any of these; empty: all. */
  readonly any: readonly string[];
  /** None of these. */
  readonly none: readonly string[];
}

export function parseValueList(text: string | undefined): ValueList {
  const parts = (text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '' && part !== '-'); // prettier-ignore
  return {
    any: parts.filter((part) => !part.startsWith('-')),
    none: parts.filter((part) => part.startsWith('-')).map((part) => part.slice(1).trim()),
  };
}

/** Undefined for no values. */
export function textOfValues({ any, none }: ValueList): string | undefined {
  const parts = [...any, ...none.map((value) => `-${value}`)];
  return parts.length === 0 ? undefined : parts.join(',');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function includes(values: readonly string[], value: string): boolean {
  return values.some((one) => isSame(one, value));
}

export function union(one: readonly string[], other: readonly string[]): string[] {
  return [...one, ...other.filter((value) => !includes(one, value))];
}

export function without(values: readonly string[], others: readonly string[]): string[] {
  return values.filter((value) => !includes(others, value));
}

export function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((value) => includes(all, value));
}
