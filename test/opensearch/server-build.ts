// Builds OpenSearch's server once: Maven fetches it from Maven Central and compiles the one class beside it. The class
// path is cached in `server/target`, with a digest of its inputs.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PROJECT = fileURLToPath(new URL('server', import.meta.url));
const TARGET = join(PROJECT, 'target');
const CLASS_PATH = join(TARGET, 'class-path.txt');
const BUILT_FROM = join(TARGET, 'built-from.txt');

/** The oldest Java that OpenSearch 2.19 runs on as this project compiles it. */
const OLDEST_JAVA = 17;

/** Says in a sentence what is missing to run a server; undefined: nothing. Runs two programs, and fetches nothing. */
export async function whyNoServer(): Promise<string | undefined> {
  const java = await majorOfJava();
  if (java === undefined) return `a cluster needs Java ${OLDEST_JAVA} or newer, and there is no java here`;
  if (java < OLDEST_JAVA) return `a cluster needs Java ${OLDEST_JAVA} or newer, and this is Java ${java}`;
  if (isBuilt() || (await startsUp('mvn'))) return undefined;
  return 'a cluster needs Maven once, to fetch OpenSearch, and there is no mvn here';
}

/** For whoever does not want to wait for Maven: the server's version where it has been built, or why it cannot run. */
export async function findServer(): Promise<
  | { readonly isAvailable: true; readonly version: string }
  | { readonly isAvailable: false; readonly reason: string }
> {
  const reason = await whyNoServer();
  if (reason !== undefined) return { isAvailable: false, reason };
  if (!isBuilt())
    return { isAvailable: false, reason: 'OpenSearch has not been fetched (npm run test:opensearch does)' };
  const version = /\/opensearch-(\d[\d.]*)\.jar/.exec(readFileSync(CLASS_PATH, 'utf8'))?.[1];
  return { isAvailable: true, version: version ?? 'unknown' };
}

/** The arguments that tell `java` where the server's classes are. Takes minutes the first time, to fetch them. */
export async function buildServer(): Promise<readonly string[]> {
  if (!isBuilt()) await build();
  const jars = readFileSync(CLASS_PATH, 'utf8').trim();
  return ['-classpath', [join(TARGET, 'classes'), jars].join(delimiter), 'forecourt.ClusterNode'];
}

async function build(): Promise<void> {
  rmSync(BUILT_FROM, { force: true });
  const goals = ['compile', 'dependency:build-classpath'];
  const options = ['--batch-mode', '--quiet', '--file', PROJECT, `-Dmdep.outputFile=${CLASS_PATH}`];
  try {
    await run('mvn', [...options, ...goals]);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`Maven could not build ${PROJECT}:\n${stdout}${stderr}`, { cause: error });
  }
  writeFileSync(BUILT_FROM, sources());
}

/** Whether what was built is of these sources, and all of it is still there. */
function isBuilt(): boolean {
  if (!existsSync(BUILT_FROM) || readFileSync(BUILT_FROM, 'utf8') !== sources()) return false;
  return readFileSync(CLASS_PATH, 'utf8').trim().split(delimiter).every(existsSync);
}

/** Changes with every change of the Maven project. */
function sources(): string {
  const hash = createHash('sha256').update(readFileSync(join(PROJECT, 'pom.xml')));
  for (const entry of readdirSync(join(PROJECT, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest('hex');
}

async function majorOfJava(): Promise<number | undefined> {
  try {
    const { stderr } = await run('java', ['-version']);
    const major = /version "(\d+)/.exec(stderr)?.[1];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

async function startsUp(program: string): Promise<boolean> {
  try {
    await run(program, ['--version']);
    return true;
  } catch {
    return false;
  }
}
