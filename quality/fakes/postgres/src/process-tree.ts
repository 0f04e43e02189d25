import { readdirSync, readFileSync } from 'node:fs';

/** A process and everything that it has started. */
export function withDescendants(pid: number): number[] {
  const parents = parentOfEach();
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) if (parent === one) found.push(child);
  }
  return found;
}

/** Those that are there still. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    // A process that has ended stays in the table until somebody asks how.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z');
  } catch {
    return false;
  }
}

function parentOfEach(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const facts = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '';
      parents.set(Number(name), Number(facts.split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents;
}
