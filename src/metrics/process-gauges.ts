// What the process takes of the machine, under the names that everybody's dashboards know. Read when asked for; nothing
// is measured in between.
import { readdirSync, readFileSync } from 'node:fs';
import type { Registry } from 'prom-client';
import type { EventLoopDelay } from './event-loop-delay.ts';
import { addCounter, addGauge } from './metric-definitions.ts';

export function addProcessGauges(registry: Registry, loop: EventLoopDelay): void {
  addGauge(registry, 'forecourt_event_loop_delay_seconds', (gauge) => {
    const { median, p99, max } = loop.read();
    gauge.set({ quantile: '0.5' }, median);
    gauge.set({ quantile: '0.99' }, p99);
    gauge.set({ quantile: '1' }, max);
  });
  addGauge(registry, 'forecourt_processes').set(1);
  addCounter(registry, 'process_cpu_seconds_total', (counter) => {
    const { user, system } = process.cpuUsage();
    counter.reset();
    counter.inc((user + system) / 1e6);
  });
  addGauge(registry, 'process_resident_memory_bytes', (gauge) => gauge.set(process.memoryUsage.rss()));
  addGauge(registry, 'nodejs_heap_size_used_bytes', (gauge) => gauge.set(process.memoryUsage().heapUsed));
  addGauge(registry, 'process_start_time_seconds').set(Date.now() / 1000 - process.uptime());

  // Where the system does not tell, there is no such metric.
  const limit = maxOpenFiles();
  if (limit === undefined) return;
  addGauge(registry, 'process_open_fds', (gauge) => gauge.set(countOpenFiles()));
  addGauge(registry, 'process_max_fds').set(limit);
}

function countOpenFiles(): number {
  try {
    // One of them is the folder that is being read.
    return readdirSync('/proc/self/fd').length - 1;
  } catch {
    // None can be opened any more.
    return maxOpenFiles() ?? 0;
  }
}

function maxOpenFiles(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return limit === null ? undefined : Number(limit[1]);
  } catch {
    return undefined;
  }
}
