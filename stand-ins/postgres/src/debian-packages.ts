import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs what is missing, without letting it start services of its own. */
export function installIfMissing(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([, program]) => !existsSync(program));
  if (missing.length === 0) return;
  const wanted = missing.map(([name]) => name);
  // In the first runlevel packages are installed and left alone.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], {
    stdio: 'ignore',
    env,
  });
}
