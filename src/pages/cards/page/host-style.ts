// The host's look: its theme, its style variables and the edges that a phone covers.
import { asNumber, asObject, asText, type JsonObject } from '../view/car.ts';

/** Takes over what of it is set. */
export function applyHostStyle({ theme, styles, safeAreaInsets }: JsonObject): void {
  const { style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(asObject(asObject(styles)['variables']))) {
    const text = asText(value);
    if (/^--[\w-]+$/.test(name) && text !== null) style.setProperty(name, text);
  }
  for (const side of ['top', 'right', 'bottom', 'left']) {
    const inset = asNumber(asObject(safeAreaInsets)[side]);
    if (inset !== null) style.setProperty(`padding-${side}`, `${inset}px`);
  }
}
