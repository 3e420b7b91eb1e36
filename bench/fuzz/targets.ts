// Paths that lead somewhere else than they look: up and out of a folder, twice decoded, through other writings of a slash,
// to addresses of other services, and to words that JavaScript's objects know.
import type { Random } from '../../src/demo/random.ts';
import { encoded } from './encodings.ts';
import { hostileText } from './hostile-text.ts';

const STARTS = [
  '/problems/', '/pictures/', '/page/x/', '/docs/', '/.well-known/', '/api/v1/', '/api/v1/vehicles/', '/cars/', '/mcp/', '/', '',
  '//', '/\\', '/dashboard/', '/metrics/', '/status/', '/healthz/', 'http://evil.example/', 'http://127.0.0.1/api/v1/vehicles/',
  'https://evil.example:99999/', 'http://[::1', 'file:///', '*', '/./', '/../',
]; // prettier-ignore

const STEPS = [
  '.', '..', '...', '%2e%2e', '.%2e', '%252e%252e', '..%2f', '..%252f', '..%5c', '..\\', '%c0%ae%c0%ae', '%2f', '%5c', '%00', '%0d%0a',
  'x-fuzz:1', 'etc', 'passwd', 'package.json', 'src', 'main.js', 'web', 'page.css', 'places.tsv', 'invalid-parameters',
  'not-found', 'not-found.', 'NOT-FOUND', 'suv-red-front-Nissan-Qashqai.svg', 'suv-red-front-%3Csvg%3E.svg', '__proto__',
  'constructor', 'hasOwnProperty', 'toString', 'prototype', ';', ';a=b', '~', ':', '@evil.example', '?', '#', '%', '%zz', '%ff', '*', '',
]; // prettier-ignore

const PLAIN = ['/', '/healthz', '/readyz', '/status', '/openapi.json', '/openapi.yaml', '/docs', '/llms.txt', '/robots.txt', '/problems/',
  '/problems/invalid-parameters', '/.well-known/api-catalog', '/favicon.ico', '/dashboard/', '/metrics']; // prettier-ignore

export function trickyTarget(random: Random): string {
  if (random.chance(0.15)) return random.pick(PLAIN);
  const steps = Array.from({ length: random.whole(1, 6) }, () => step(random));
  return random.pick(STARTS) + steps.join(random.pick(['/', '/', '//', '\\', '%2f', '']));
}

function step(random: Random): string {
  return random.chance(0.15) ? encoded(hostileText(random), random) : random.pick(STEPS);
}
