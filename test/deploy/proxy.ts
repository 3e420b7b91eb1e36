// Runs the proxy configurations of deploy/ with only ports and certificate paths changed. Without the proxy or openssl
// its tests are skipped; with CI=true they fail.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../support/process.ts';
import { CAN_MAKE_CERTIFICATES, makeCertificate } from '../support/certificate.ts';
import { freePort, isListenedOn } from '../support/ports.ts';

export const PROXIES = ['nginx', 'caddy'] as const;
export type Proxy = (typeof PROXIES)[number];

/** The name that the examples are for. */
export const HOST = 'cars.example';

export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** What it shows to prove that it is `HOST`. */
  readonly certificate: string;
}

/** True: skip. Says why. */
export function skippedWithout(proxy: Proxy): boolean {
  const { status } = spawnSync(proxy, [proxy === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
  if ((status === 0 && CAN_MAKE_CERTIFICATES) || process.env['CI'] === 'true') return false;
  process.stderr.write(
    `There is no ${status === 0 ? 'openssl' : proxy}, so the tests that need it are skipped.\n`,
  );
  return true;
}

/** Passes on to the server on that port. Ended after the test at the latest. */
export async function startProxy(proxy: Proxy, folder: string, serverPort: number): Promise<RunningProxy> {
  const { key, path } = makeCertificate(folder, `DNS:${HOST}`);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const place = { folder, key, path, serverPort, httpPort, httpsPort };
  const { args, environment } = proxy === 'nginx' ? nginx(place) : caddy(place);
  const child = startProcess(proxy, args, { environment, cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!(await isListenedOn(httpsPort)) || !(await isListenedOn(httpPort))) {
    if (child.exitCode !== null) throw new Error(`${proxy} ended: ${output}`);
    await pause(20);
  }
  return { httpPort, httpsPort, certificate: readFileSync(path, 'utf8') };
}

interface Place {
  readonly folder: string;
  readonly key: string;
  readonly path: string;
  readonly serverPort: number;
  readonly httpPort: number;
  readonly httpsPort: number;
}

interface Command {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

function nginx({ folder, key, path, serverPort, httpPort, httpsPort }: Place): Command {
  const site = changed(shipped('nginx.conf'), [
    [/listen 80\b/g, `listen 127.0.0.1:${httpPort}`],
    [/listen 443\b/g, `listen 127.0.0.1:${httpsPort}`],
    [/ +listen \[::\]:.*\n/g, ''],
    [/\/etc\/ssl\/cars\.example\/fullchain\.pem/, path],
    [/\/etc\/ssl\/cars\.example\/key\.pem/, key],
    [/server 127\.0\.0\.1:8080;/, `server 127.0.0.1:${serverPort};`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind), { recursive: true });
    return `${kind}_temp_path ${join(folder, kind)};`;
  });
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; events {}
     http { access_log off; ${temporary.join(' ')}\n${site}}`,
  );
  return { args: ['-e', 'stderr', '-p', folder, '-c', file] };
}

function caddy({ folder, key, path, serverPort, httpPort, httpsPort }: Place): Command {
  const site = changed(shipped('Caddyfile'), [
    [/^cars\.example \{\n/m, `cars.example {\n\ttls ${path} ${key}\n`],
    [/127\.0\.0\.1:8080/, `127.0.0.1:${serverPort}`],
  ]);
  const file = join(folder, 'Caddyfile');
  const own = `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n`;
  writeFileSync(file, own + site);
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return { args: ['run', '--config', file, '--adapter', 'caddyfile'], environment };
}

function shipped(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
}

/** Each must be there: a test of other settings than those that are shipped says nothing. */
function changed(text: string, changes: readonly (readonly [what: RegExp, to: string])[]): string {
  return changes.reduce((before, [what, to]) => {
    if (!what.test(before)) throw new Error(`${what} is not in the example`);
    return before.replace(what, to);
  }, text);
}
