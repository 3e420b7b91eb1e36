// An authenticating TLS proxy in front of a node, with a certificate of its own authority. Requests
// without valid credentials are rejected and counted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Door {
  /** `https://127.0.0.1:` and a port. */
  readonly url: string;
  /** Its authority's certificate, as PEM. */
  readonly authorityFile: string;
  /** Numbers of accepted and rejected requests. */
  readonly visits: { readonly admitted: number; readonly rejected: number };
  close(): Promise<void>;
}

/** Forwards requests with exactly that `Authorization` to the node at `target`. Its keys are created in `folder`. */
export async function openDoor(target: string, authorization: string, folder: string): Promise<Door> {
  const { keyStore, authorityFile } = makeCertificate(folder);
  const visits = { admitted: 0, rejected: 0 };
  const server = createServer(
    { pfx: readFileSync(keyStore), passphrase: PASSWORD },
    (requested, response) => {
      if (requested.headers.authorization !== authorization) {
        visits.rejected += 1;
        response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized');
        return;
      }
      visits.admitted += 1;
      const { method, headers } = requested;
      const passed = request(new URL(requested.url ?? '/', target), { method, headers }, (said) => {
        response.writeHead(said.statusCode ?? 502, said.headers);
        said.pipe(response);
      });
      passed.on('error', () => response.destroy());
      requested.pipe(passed);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorityFile,
    visits,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Not a secret: the key is deleted with the folder. */
const PASSWORD = 'for-one-test';

/** By Java's keytool: a cluster needs Java anyway. */
function makeCertificate(folder: string): { keyStore: string; authorityFile: string } {
  const keyStore = join(folder, 'door.p12');
  const authorityFile = join(folder, 'authority.pem');
  const which = ['-alias', 'door', '-keystore', keyStore, '-storepass', PASSWORD, '-storetype', 'PKCS12'];
  const made = ['-keyalg', 'EC', '-validity', '2', '-dname', 'CN=door', '-ext', 'san=ip:127.0.0.1'];
  execFileSync('keytool', ['-genkeypair', ...which, ...made], { stdio: 'pipe' });
  execFileSync('keytool', ['-exportcert', '-rfc', '-file', authorityFile, ...which], { stdio: 'pipe' });
  return { keyStore, authorityFile };
}
