// Damages a stock's file in place, as a disk would: a server that has it open sees the damage.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces a text, in every state of the stock that the file holds. */
export function damageText(folder: string, text: string, replacement: string): void {
  if (replacement.length !== text.length) throw new Error('the text would move what follows it');
  const path = join(folder, 'stock.mdb');
  const content = readFileSync(path);
  const file = openSync(path, 'r+');
  try {
    let at = content.indexOf(text);
    if (at < 0) throw new Error(`'${text}' is not in the stock`);
    for (; at >= 0; at = content.indexOf(text, at + 1)) writeSync(file, replacement, at);
  } finally {
    closeSync(file);
  }
}
