// What can be searched, and how fresh it is.
import type { Registry } from 'prom-client';
import type { StockStats } from '../index/stock-stats.ts';
import { addCounter, addGauge } from './metric-definitions.ts';

/** `stats` is asked when the metrics are read. */
export function addStockGauges(registry: Registry, stats: () => StockStats): void {
  addGauge(registry, 'forecourt_ready', (gauge) => {
    const { isReady: ready, damageFound } = stats();
    gauge.set(ready && damageFound === 0 ? 1 : 0);
  });
  addCounter(registry, 'forecourt_damage_found_total', (counter) => {
    counter.reset();
    counter.inc(stats().damageFound);
  });
  addGauge(registry, 'forecourt_listings', (gauge) => gauge.set(stats().listings));
  addGauge(registry, 'forecourt_index_segments', (gauge) => gauge.set(stats().segments));
  addGauge(registry, 'forecourt_index_bytes', (gauge) => gauge.set(stats().bytes));
  addGauge(registry, 'forecourt_stock_sequence', (gauge) => gauge.set(stats().sequence));
  addGauge(registry, 'forecourt_stock_changed_timestamp_seconds', (gauge) =>
    gauge.set(stats().changedAt / 1000),
  );
  addGauge(registry, 'forecourt_index_lag_seconds', (gauge) => gauge.set(stats().lagMs / 1000));
  addGauge(registry, 'forecourt_index_update_seconds', (gauge) => gauge.set(stats().updateMs / 1000));
}
