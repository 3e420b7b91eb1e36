// The page's sections on HTTP: throughput and CPU time against a bare server, compression, and workers.
import {
  formatCount,
  formatCpu,
  formatMegabytes,
  formatMs,
  formatRatio,
  markdownTable,
} from '../../harness/format.ts';
import { sum } from '../../harness/statistics.ts';
import type { HttpStats, TrafficStats } from '../http.ts';
import { stocksWith, type Stocks } from './columns.ts';

export function httpSection(stocks: Stocks): string {
  const measured = stocksWith(stocks, ({ http }) => http);
  const largest = measured.at(-1);
  if (largest === undefined) return '';
  const { connections, rounds, seconds, repeated, cached } = largest.part.options;
  const compression = largest.part.compression.options;
  const memory = measured.map(({ head, part }) => `${formatMegabytes(part.memory?.own)} with ${head}`);
  return [
    '## HTTP',
    '',
    `One server process and one client process with ${connections} keep-alive connections on the loopback address. The *bare* ` +
      `server is \`node:http\` sending a constant body of mean length. Each row is the median of ${rounds} rounds of at most ` +
      `${seconds} s. *Distinct* queries come from all classes without repetition; *repeated* ones follow Zipf's law over ` +
      `${formatCount(repeated)} queries; *cached* ones are ${formatCount(cached)} that were requested before. *CPU* is the server's ` +
      'CPU time per request, and *bare = 1* the same relative to the bare server in the same round; *rate* is requests per ' +
      'second relative to it.',
    '',
    markdownTable(
      ['', 'bytes', 'CPU', 'CPU, bare = 1', 'requests per second', 'rate', 'p50', 'p99'],
      measured.flatMap(({ head, part }) => trafficRows(head, part)),
    ),
    '',
    `Afterwards the server's own memory was ${memory.join(', ')}.`,
    '',
    '### Compression',
    '',
    "The same server and connections, by the requests' `Accept-Encoding`; the last is that of browsers. *Cached* are " +
      `${formatCount(compression.cached)} queries that were requested often. Each row is the median of ${compression.rounds} rounds ` +
      `of at most ${compression.seconds} s. *Bytes* are those of a body as it was sent, *CPU* is on all threads of the server. ` +
      'With more requests waiting than a server may have in flight, nothing is compressed but what is cached.',
    '',
    compressionTable(largest.head, largest.part),
    '',
    ...surfacesSection(largest.head, largest.part),
  ].join('\n');
}

function trafficRows(head: string, { distinct, repeated, cached, bare }: HttpStats): string[][] {
  const row = (name: string, traffic: TrafficStats): string[] => [
    `${head}: ${name}`,
    formatCount(traffic.bodyBytes),
    formatCpu(traffic.cpuUs),
    formatRatio(traffic.cpuRatio),
    formatCount(traffic.requestsPerSecond),
    formatRatio(traffic.rate),
    formatMs(traffic.p50Ms),
    formatMs(traffic.p99Ms),
  ];
  return [
    row('distinct queries', distinct),
    row('repeated queries', repeated),
    row('cached queries', cached),
    row('bare server', bare),
  ];
}

function compressionTable(head: string, { compression }: HttpStats): string {
  const rows = compression.kinds.map(
    ({ accepted, isCached, bodyBytes, requestsPerSecond, cpuUs, p50Ms, p99Ms }) => [
      `${isCached ? 'cached' : 'distinct'}, ${accepted === undefined ? 'plain' : `\`${accepted}\``}`,
      formatCount(bodyBytes),
      formatCount(requestsPerSecond),
      formatCpu(cpuUs),
      formatMs(p50Ms),
      formatMs(p99Ms),
    ],
  );
  return markdownTable([head, 'bytes', 'requests per second', 'CPU', 'p50', 'p99'], rows);
}

function surfacesSection(head: string, { surfaces: { options, rows, slowestPhrase } }: HttpStats): string[] {
  const figures = rows.map(({ name, bytes, cpuUs, ratio, range }) => {
    const spread = `${formatRatio(ratio)} (${formatRatio(range.min)} to ${formatRatio(range.max)})`;
    return [name, formatCount(bytes), formatCpu(cpuUs), spread];
  });
  const { bytes, ratio } = slowestPhrase;
  figures.push(['slowest phrase', formatCount(bytes), '–', formatRatio(ratio)]);
  return [
    '### Surfaces',
    '',
    'CPU time of a response of each surface on one connection, and the same relative to a search: the medians of ' +
      `${options.rounds} rounds of ${formatCount(options.requests)} requests of each, in brackets the lowest and highest ratio of a ` +
      'round. All but phrases are of distinct searches. *Phrase* is the mean of the phrases that the tests have; *slowest phrase* is the ' +
      `time of the slowest of them relative to that of a search, of each the fastest of ${options.phraseRounds}.`,
    '',
    markdownTable([head, 'bytes', 'CPU', 'CPU, search = 1'], figures),
    '',
  ];
}

export function workersSection(stocks: Stocks): string {
  const measured = stocksWith(stocks, ({ workers }) => workers);
  if (measured.length === 0) return '';
  const { connections, rounds, seconds, cached } = measured[0].part.options;
  const rows = measured.flatMap(({ head, part }) =>
    part.sizes.map(({ workers, distinct, cached, memory }) => [
      `${head}: ${workers === 1 ? '1 process' : `${workers} workers`}`,
      formatCount(distinct.requestsPerSecond),
      formatCpu(distinct.cpuUs),
      formatCount(cached.requestsPerSecond),
      formatCpu(cached.cpuUs),
      memory.length === 0 ? '–' : formatMegabytes(sum(memory.map(({ all }) => all))),
      memory.length === 0 ? '–' : formatMegabytes(sum(memory.map(({ file }) => file))),
      memory.map(({ all }) => formatMegabytes(all)).join(', ') || '–',
    ]),
  );
  return [
    '## Workers',
    '',
    `A server with \`--workers 1\`, which is one process, and with \`--workers 2\`, which is two beside the primary. One client ` +
      `process sends requests on ${connections} connections: distinct queries, and ${formatCount(cached)} cached ones; each figure ` +
      `is the median of ${rounds} rounds of at most ${seconds} s. The client shares the machine's cores, so two workers cannot double ` +
      'the rate on two cores; *CPU* per request on all processes says what more cores would give. *Memory* is the proportional set ' +
      'size (PSS), which counts shared pages once: of all processes, the part that is pages of files, and of each process, the ' +
      'primary first.',
    '',
    markdownTable(
      [
        '',
        'distinct per second',
        'CPU',
        'cached per second',
        'CPU',
        'memory',
        'of it file pages',
        'memory of each',
      ],
      rows,
    ),
    '',
  ].join('\n');
}
