// Reads the settings. Flags override environment variables, and FORECOURT_… variables those that platforms set. One problem lists
// all invalid settings.
import { Problem } from '../problem.ts';
import { quoted } from '../quoted-text.ts';
import { SETTING_NAMES, SETTINGS, environmentVariablesOf, type Config, type Setting } from './settings.ts';

export type { Config } from './settings.ts';

/** Unparsed values: strings from flags or the environment, true for a flag without a value. */
export type RawSettings = Readonly<Record<string, string | boolean | undefined>>;

/** Problem `invalid_configuration` that lists every invalid setting. Blank environment variables count as absent. */
export function readConfig(flags: RawSettings, environment: RawSettings): Config {
  const issues: string[] = [];
  const values = SETTING_NAMES.map((name) => {
    const setting = SETTINGS[name];
    const [source, text] = findText(name, setting, flags, environment);
    if (text === undefined) return [name, setting.defaultValue];
    const value = setting.type.parse(text);
    if (value === undefined) issues.push(issueOf(setting, source, text));
    return [name, value];
  });
  if (issues.length > 0) throw new Problem('invalid_configuration', `${issues.join('; ')}.`);
  // Each value has the type of its row.
  return Object.fromEntries(values) as Config;
}

function issueOf({ type, default: initial }: Setting, source: string, text: string): string {
  const rule = `${source} must be ${type.rule}`;
  // Of a flag: blank variables of the environment count as absent.
  if (text === '')
    return `${rule}, but it is empty: leave it out${initial === undefined ? '' : ` for ${initial}`}, or pass one`;
  return type.secret === true ? rule : `${rule} (got ${quoted(redactPassword(text))})`;
}

function findText(
  name: keyof Config,
  setting: Setting,
  flags: RawSettings,
  environment: RawSettings,
): [source: string, text: string | undefined] {
  const flag = flags[name];
  if (flag !== undefined && setting.type.secret !== true) return [`--${setting.flag}`, String(flag).trim()];
  for (const variable of environmentVariablesOf(setting)) {
    const value = environment[variable];
    if (typeof value === 'string' && value.trim() !== '') return [variable, value.trim()];
  }
  return ['', undefined];
}

/** `port 9000` and so on for each setting that differs from its default. Secrets, and credentials in URLs, are redacted. */
export function describeConfig(config: Config): string[] {
  return SETTING_NAMES.flatMap((name) => {
    const setting = SETTINGS[name];
    const value = config[name];
    if (JSON.stringify(value) === JSON.stringify(setting.defaultValue)) return [];
    if (setting.type.secret === true) return [`${setting.flag} (secret)`];
    return [`${setting.flag} ${redactPassword(formatValue(setting, value))}`];
  });
}

function formatValue({ type }: Setting, value: Config[keyof Config]): string {
  if (value !== undefined && type.format !== undefined) return type.format(value);
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function redactPassword(text: string): string {
  return text.replace(/\/\/[^/\s]*@/g, '//…@');
}

/** The base URL unless one is set, such as `http://127.0.0.1:8080`. A wildcard host becomes `127.0.0.1`. */
export function defaultBaseUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
