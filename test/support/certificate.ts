// A new self-signed certificate, made by openssl.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const CAN_MAKE_CERTIFICATES = spawnSync('openssl', ['version']).status === 0;

/** The paths of a new key and its certificate. `name` is what it is for, as openssl has it: `IP:127.0.0.1`. */
export function makeCertificate(
  folder: string,
  name: string,
): { readonly key: string; readonly path: string } {
  const [key, path] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=forecourt.example', '-addext', `subjectAltName=${name}`];
  const files = ['-keyout', key, '-out', path];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '2', ...curve, ...subject, ...files], {
    stdio: 'ignore',
  });
  return { key, path };
}
