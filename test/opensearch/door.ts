// A TLS proxy in front of a node, with a private certificate and credentials. It rejects and counts clients without
// them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Door {
  /** `https://127.0.0.1:` and a port. */
  readonly url: string;
  /** The certificate of its authority, as PEM. */
  readonly authorityFile: string;
  /** How many were let in, and how many were not. */
  readonly visits: { readonly admitted: number; readonly rejected: number };
  close(): Promise<void>;
}

/** Lets in who sends exactly that `Authorization`, to the node at `target`. Its keys are made in `folder`. */
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

/** Keeps nothing secret: the key is thrown away with the folder. */
const PASSWORD = 'for-one-test';

/** By Java's own tool, since Java is here where a cluster is. */
function makeCertificate(folder: string): { keyStore: string; authorityFile: string } {
  const keyStore = join(folder, 'door.p12');
  const authorityFile = join(folder, 'authority.pem');
  const which = ['-alias', 'door', '-keystore', keyStore, '-storepass', PASSWORD, '-storetype', 'PKCS12'];
  const made = ['-keyalg', 'EC', '-validity', '2', '-dname', 'CN=door', '-ext', 'san=ip:127.0.0.1'];
  execFileSync('keytool', ['-genkeypair', ...which, ...made], { stdio: 'pipe' });
  execFileSync('keytool', ['-exportcert', '-rfc', '-file', authorityFile, ...which], { stdio: 'pipe' });
  return { keyStore, authorityFile };
}
