// Builds OpenSearch's server: Maven fetches it from Maven Central and compiles the class beside it, once. It is
// OpenSearch 3 with Java 21 or newer, else 2.19. The class path is cached under `server/target`, with the version and
// a hash of its sources, and rebuilt when these change.
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

/** The minimum Java versions of OpenSearch 2.19 as compiled here, and of OpenSearch 3. */
const OLDEST_JAVA = 17;
const JAVA_OF_OPENSEARCH_3 = 21;

/** What is missing to run a server, as a sentence; undefined: nothing. Runs two programs, and fetches nothing. */
export async function whyNoServer(): Promise<string | undefined> {
  const java = await majorOfJava();
  if (java === undefined) return `a cluster needs Java ${OLDEST_JAVA} or newer, and there is no java here`;
  if (java < OLDEST_JAVA) return `a cluster needs Java ${OLDEST_JAVA} or newer, and this is Java ${java}`;
  if (isBuilt(java) || (await startsUp('mvn'))) return undefined;
  return 'a cluster needs Maven once, to fetch OpenSearch, and there is no mvn here';
}

/** Without waiting for Maven: the server's version if it has been built, or why it cannot run. */
export async function findServer(): Promise<
  | { readonly isAvailable: true; readonly version: string }
  | { readonly isAvailable: false; readonly reason: string }
> {
  const reason = await whyNoServer();
  if (reason !== undefined) return { isAvailable: false, reason };
  if (!isBuilt(await majorOfJava()))
    return { isAvailable: false, reason: 'OpenSearch has not been fetched (npm run test:opensearch does)' };
  const version = /\/opensearch-(\d[\d.]*)\.jar/.exec(readFileSync(CLASS_PATH, 'utf8'))?.[1];
  return { isAvailable: true, version: version ?? 'unknown' };
}

/** The arguments with which `java` finds the server's classes. Takes minutes the first time, to fetch them. */
export async function buildServer(): Promise<readonly string[]> {
  const java = await majorOfJava();
  if (!isBuilt(java)) await build(java);
  const jars = readFileSync(CLASS_PATH, 'utf8').trim();
  return ['-classpath', [join(TARGET, 'classes'), jars].join(delimiter), 'forecourt.ClusterNode'];
}

async function build(java: number | undefined): Promise<void> {
  rmSync(BUILT_FROM, { force: true });
  const goals = ['compile', 'dependency:build-classpath'];
  const options = ['--batch-mode', '--quiet', '--file', PROJECT, `-Dmdep.outputFile=${CLASS_PATH}`];
  if (runsOpenSearch3(java)) options.push('--activate-profiles', 'opensearch-3');
  try {
    await run('mvn', [...options, ...goals]);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`Maven could not build ${PROJECT}:\n${stdout}${stderr}`, { cause: error });
  }
  writeFileSync(BUILT_FROM, sources(java));
}

/** Whether the build is complete, of the current sources, and for this Java. */
function isBuilt(java: number | undefined): boolean {
  if (!existsSync(BUILT_FROM) || readFileSync(BUILT_FROM, 'utf8') !== sources(java)) return false;
  return readFileSync(CLASS_PATH, 'utf8').trim().split(delimiter).every(existsSync);
}

function runsOpenSearch3(java: number | undefined): boolean {
  return java !== undefined && java >= JAVA_OF_OPENSEARCH_3;
}

/** Changes with every change of the Maven project, and with OpenSearch's version. */
function sources(java: number | undefined): string {
  const hash = createHash('sha256').update(readFileSync(join(PROJECT, 'pom.xml')));
  for (const entry of readdirSync(join(PROJECT, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return `${runsOpenSearch3(java) ? 3 : 2}: ${hash.digest('hex')}`;
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
