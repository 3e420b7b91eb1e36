// The icon that browsers ask for by themselves.
import { expect, test } from 'vitest';
import { serve } from '../fixture.ts';

test('the icon is a small icon file that browsers may keep', async () => {
  const { url } = await serve();
  const response = await fetch(`${url}/favicon.ico`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/vnd.microsoft.icon');
  expect(response.headers.get('cache-control')).toBe('public, max-age=604800');
  const bytes = Buffer.from(await response.arrayBuffer());
  // Type 1 is an icon; there are two pictures in it.
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 2]);
  expect(bytes.length).toBeLessThan(4096);
  const head = await fetch(`${url}/favicon.ico`, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
});

test('before the stock is read, and where tokens are needed, it is there too', async () => {
  const { url } = await serve({ isReady: () => false });
  expect((await fetch(`${url}/favicon.ico`)).status).toBe(200);
});
