// A PostgreSQL session. Statements are prepared on first use and planned for their values.
import { loadPackage } from '../engine.ts';
import type { ResultPage, Sql, SqlQuery, SqlValue } from '../sql-query.ts';
import { DATABASE, type PostgresServer } from './server.ts';

/** As much of the package pg as is used. */
interface Client {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  query(query: {
    name?: string;
    text: string;
    values: readonly SqlValue[];
    rowMode: 'array';
  }): Promise<{ rows: unknown[][] }>;
  end(): Promise<void>;
}

interface Package {
  readonly Client: new (options: { host: string; user: string; database: string }) => Client;
}

export const PACKAGE = 'pg';

/**
 * Every join here leads from few rows through an index to few rows. The planner, which cannot know how few, would at
 * times rather hash a whole table. Candidates for typing errors are sought wider than by default, which loses one in seven.
 */
const SESSION_SETTINGS = `
  SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET pg_trgm.similarity_threshold = 0.15;
`;

export class Session {
  readonly #client: Client;
  /** Statements as they were written, and what they are called and look like to the server. */
  readonly #statements = new Map<string, { readonly name: string; readonly text: string }>();

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open({ socketFolder, user }: PostgresServer): Promise<Session> {
    const { Client } = loadPackage<Package>(PACKAGE);
    const client = new Client({ host: socketFolder, user, database: DATABASE });
    await client.connect();
    await client.query(SESSION_SETTINGS);
    return new Session(client);
  }

  async run(script: string): Promise<void> {
    await this.#client.query(script);
  }

  async rows({ text, values }: Sql): Promise<unknown[][]> {
    const statement = this.#statements.get(text) ?? this.#name(text);
    const { rows } = await this.#client.query({ ...statement, values, rowMode: 'array' });
    return rows;
  }

  /** The one number that the statement selects. */
  async number(statement: Sql): Promise<number> {
    const [[number]] = await this.rows(statement);
    return Number(number);
  }

  /** The first column. */
  async texts(statement: Sql): Promise<string[]> {
    return (await this.rows(statement)).map(([text]) => String(text));
  }

  /** Of a statement whose rows are the total and a key, and whose last value is the offset. */
  async page({ offset }: SqlQuery, { text, values }: Sql): Promise<ResultPage> {
    const rows = await this.rows({ text, values });
    if (rows.length > 0 || offset === 0) {
      return { total: Number(rows[0]?.[0] ?? 0), keys: rows.map(([, key]) => String(key)) };
    }
    // Past the last page no row has the total.
    const [first] = await this.rows({ text, values: [...values.slice(0, -1), 0] });
    return { total: Number(first?.[0] ?? 0), keys: [] };
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  #name(written: string): { name: string; text: string } {
    let values = 0;
    const statement = {
      name: `s${this.#statements.size}`,
      text: written.replaceAll('?', () => `$${++values}`),
    };
    this.#statements.set(written, statement);
    return statement;
  }
}
