import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian's packages whose program is not there; none of their services is started. */
export function needPrograms(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([program]) => !existsSync(program));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const packages = missing.map(([, name]) => name);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    stdio: 'ignore',
    env,
  });
}
