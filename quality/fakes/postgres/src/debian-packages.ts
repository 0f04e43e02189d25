import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs what is missing, without letting it start services of its own. */
export function installIfMissing(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([, program]) => !existsSync(program));
  if (missing.length === 0) return;
  // In the first runlevel packages are installed and left alone.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const names = missing.map(([name]) => name);
  const aptGet = (...words: string[]) => execFileSync('apt-get', words, { stdio: 'ignore', env });
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...names);
  try {
    install();
  } catch {
    // A new machine has no list of packages, and an old list names some that are gone.
    aptGet('update');
    install();
  }
}
