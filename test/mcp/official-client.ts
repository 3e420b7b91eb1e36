// The official client, held to one revision of the protocol, and what it is told in short.
import { Client, type Transport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/** Every revision that a client in use speaks; the first needs no handshake. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** A client that speaks `revision` and no other, closed after the test. */
export async function connect(transport: Transport, revision: string): Promise<Client> {
  const client =
    revision === REVISIONS[0]
      ? new Client(IDENTITY, { versionNegotiation: { mode: { pin: revision } } })
      : new Client(IDENTITY, { supportedProtocolVersions: [revision] });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const IDENTITY = { name: 'test', version: '1' };

type Result = Awaited<ReturnType<Client['callTool']>>;

/** The text blocks of a result. */
export function textsOf({ content }: Result): string[] {
  return content.map((block) => (block.type === 'text' ? block.text : `a block of ${block.type}`));
}

/** The problem that a failed call tells as JSON. */
export function problemOf(result: Result): { readonly code: string; readonly errors?: unknown } {
  if (result.isError !== true) throw new Error('the call did not fail');
  return JSON.parse(textsOf(result)[1]) as { code: string; errors?: unknown };
}
