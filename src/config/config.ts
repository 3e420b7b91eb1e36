// Reads the settings: a flag goes before the environment, and all are checked together, once. Nothing else in the
// program reads the environment.
import { Problem, quoted } from '../problem.ts';
import { SETTING_NAMES, SETTINGS, environmentVariableOf, type Config, type Setting } from './settings.ts';

export type { Config } from './settings.ts';

/** Values as they came in: text from the environment or a flag, true for a flag that stands alone. */
export type RawSettings = Readonly<Record<string, string | boolean | undefined>>;

/** Throws a Problem `invalid_configuration` that names every bad setting. Blank variables are as if not set. */
export function readConfig(flags: RawSettings, environment: RawSettings): Config {
  const issues: string[] = [];
  const values = SETTING_NAMES.map((name) => {
    const setting: Setting<Config[keyof Config]> = SETTINGS[name];
    const [source, text] = findText(name, setting, flags, environment);
    if (text === undefined) return [name, setting.defaultValue];
    const value = setting.type.parse(text);
    const got = setting.secret === true ? '' : ` (got ${quoted(redactPassword(text))})`;
    if (value === undefined) issues.push(`${source} must be ${setting.type.rule}${got}`);
    return [name, value];
  });
  if (issues.length > 0) throw new Problem('invalid_configuration', `${issues.join('; ')}.`);
  // Each value is of the kind of its row.
  return Object.fromEntries(values) as Config;
}

function findText(
  name: keyof Config,
  setting: Setting<Config[keyof Config]>,
  flags: RawSettings,
  environment: RawSettings,
): [source: string, text: string | undefined] {
  const flag = flags[name];
  if (flag !== undefined && setting.secret !== true) return [`--${setting.flag}`, String(flag).trim()];
  const variable = environment[environmentVariableOf(setting)];
  const isBlank = typeof variable !== 'string' || variable.trim() === '';
  return isBlank ? ['', undefined] : [environmentVariableOf(setting), variable.trim()];
}

/**
 * Lines such as `port 9000` for all settings that are not as they are by default: for those who look at a log.
 * Secrets are not shown, nor names and passwords in addresses.
 */
export function describeConfig(config: Config): string[] {
  return SETTING_NAMES.flatMap((name) => {
    const setting: Setting<Config[keyof Config]> = SETTINGS[name];
    const value = config[name];
    if (JSON.stringify(value) === JSON.stringify(setting.defaultValue)) return [];
    if (setting.secret === true) return [`${setting.flag} (secret)`];
    return [`${setting.flag} ${redactPassword(formatValue(setting, value))}`];
  });
}

function formatValue({ type: kind }: Setting<Config[keyof Config]>, value: Config[keyof Config]): string {
  if (value !== undefined && kind.format !== undefined) return kind.format(value);
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function redactPassword(text: string): string {
  return text.replace(/\/\/[^/\s]*@/g, '//…@');
}

/** The address of a service that listens there, for who has no other. Any address of this machine is `127.0.0.1`. */
export function defaultBaseUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
