// Rate limits as people write them: `600/min`.

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

const SECONDS = { s: 1, min: 60, h: 3600, d: 86_400 } as const;
type Unit = keyof typeof SECONDS;

const MAX_REQUESTS = 1_000_000_000;

/** Ends the sentence "… must be". */
export const RATE_LIMIT_RULE = 'a number of requests per time, such as 10/s, 600/min, 20000/h or 100000/d';

/** The rate limit; undefined if the text is not 1 to 10⁹ requests per second, minute, hour or day. */
export function tryParseRateLimit(text: string): RateLimit | undefined {
  const [, digits, unit] = /^([0-9]{1,10})\/(s|min|h|d)$/.exec(text.trim()) ?? [];
  const requests = Number(digits);
  if (!(requests >= 1 && requests <= MAX_REQUESTS)) return undefined;
  return { requests, seconds: SECONDS[unit as Unit] };
}

export function formatRateLimit({ requests, seconds }: RateLimit): string {
  const unit = (Object.keys(SECONDS) as Unit[]).find((name) => SECONDS[name] === seconds);
  if (unit === undefined) throw new Error(`no unit of a rate has ${seconds} seconds`);
  return `${requests}/${unit}`;
}
