// `forecourt upgrade`, and the upgrade before other commands that write or follow a stock.
import { formatCount, pluralize } from '../format.ts';
import type { Config } from '../config/config.ts';
import { openStore, useStore } from '../store/store.ts';
import { planUpgrade, upgradeStock, type Upgrade } from '../store/upgrade/upgrade-stock.ts';
import { checkNamedFolder, noStockLine } from './path-problems.ts';
import type { Output } from '../log/log.ts';
import { withProgress } from './progress.ts';

export interface UpgradeFlags {
  readonly check?: boolean;
}

export async function upgradeCommand(
  { data: folder, json }: Config,
  { check = false }: UpgradeFlags,
  output: Output,
): Promise<void> {
  checkNamedFolder(folder);
  const startedAt = performance.now();
  const upgrade = check ? await planUpgrade(folder) : await upgradeVisibly(folder, () => undefined);
  if (upgrade === undefined) return reportCurrent(folder, json, output);
  if (json) return output.line(JSON.stringify({ folder, upgraded: !check, ...upgrade }));
  const { from, to, entries, neededBytes, freeBytes, changes } = upgrade;
  const done = `${pluralize(entries, 'entry', 'entries')} of format ${from} to format ${to}`;
  output.line(
    check
      ? `The stock in ${folder} was written by ${writerOf(upgrade)}. forecourt upgrade would rewrite ${done}; it needs ` +
          `${formatMegabytes(neededBytes)} of free space, and ${formatMegabytes(freeBytes)} are free.`
      : `Upgraded the stock in ${folder}: ${done}, in ${secondsSince(startedAt)}.`,
  );
  output.line(`New in it: ${changes.join('; ')}.`);
}

/** Upgrades a stock that an earlier version wrote, and reports it by `say`. */
export async function upgradeFirst(folder: string, say: (text: string) => void): Promise<void> {
  const startedAt = performance.now();
  const upgrade = await upgradeVisibly(folder, (upgrade) =>
    say(
      `The stock in ${folder} was written by ${writerOf(upgrade)}. Upgrading ${pluralize(upgrade.entries, 'entry', 'entries')}.`,
    ),
  );
  if (upgrade !== undefined) say(`The stock was upgraded in ${secondsSince(startedAt)}.`);
}

function upgradeVisibly(folder: string, onStart: (upgrade: Upgrade) => void): Promise<Upgrade | undefined> {
  return withProgress('Upgrading the stock', (onProgress) => upgradeStock(folder, { onStart, onProgress }));
}

/** Reports that there was nothing to upgrade: no stock, or one of today's format. Throws the Problem of an unreadable stock. */
async function reportCurrent(folder: string, json: boolean, output: Output): Promise<void> {
  await useStore(openStore(folder, { mode: 'read' }), (store) => {
    const { storeId, programVersion: writtenBy = null } = store;
    if (json) output.line(JSON.stringify({ folder, upgraded: false, writtenBy }));
    else if (storeId === undefined) output.line(noStockLine(folder));
    else output.line(`The stock in ${folder} needs no upgrade: this version reads it as it is.`);
  });
}

function writerOf({ writtenBy }: Upgrade): string {
  return writtenBy === undefined ? 'an earlier version' : `Forecourt ${writtenBy}`;
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

function formatMegabytes(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 1e6))} MB`;
}
