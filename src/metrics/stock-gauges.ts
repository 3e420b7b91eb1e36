// What can be searched, and how fresh it is.
import type { Registry } from 'prom-client';
import type { StockStats } from '../index/stock-stats.ts';
import { addCounter, addGauge } from './metric-table.ts';

/** `figures` is asked when the metrics are read. */
export function addStockGauges(registry: Registry, figures: () => StockStats): void {
  addGauge(registry, 'forecourt_ready', (gauge) => {
    const { isReady: ready, damageFound } = figures();
    gauge.set(ready && damageFound === 0 ? 1 : 0);
  });
  addCounter(registry, 'forecourt_damage_found_total', (counter) => {
    counter.reset();
    counter.inc(figures().damageFound);
  });
  addGauge(registry, 'forecourt_listings', (gauge) => gauge.set(figures().listings));
  addGauge(registry, 'forecourt_index_segments', (gauge) => gauge.set(figures().segments));
  addGauge(registry, 'forecourt_index_bytes', (gauge) => gauge.set(figures().bytes));
  addGauge(registry, 'forecourt_stock_sequence', (gauge) => gauge.set(figures().sequence));
  addGauge(registry, 'forecourt_stock_changed_timestamp_seconds', (gauge) =>
    gauge.set(figures().changedAt / 1000),
  );
  addGauge(registry, 'forecourt_stock_behind_seconds', (gauge) => gauge.set(figures().lagMs / 1000));
  addGauge(registry, 'forecourt_stock_delay_seconds', (gauge) => gauge.set(figures().updateMs / 1000));
}
