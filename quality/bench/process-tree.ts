import { readdirSync, readFileSync } from 'node:fs';

const tickMs = 10;

/**
 * Processor time of a process and its children, and their memory (Linux only). What several of them
 * share, such as the buffers of PostgreSQL, counts once.
 */
export function treeOf(pid: number): { cpuMs: number; memoryMb: number } {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? factsOf(name) : []));
  const own = all.filter((one) => one.pid === pid);
  for (const one of own) own.push(...all.filter(({ parent }) => parent === one.pid));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    cpuMs: sum(own.map(({ ticks }) => ticks)) * tickMs,
    memoryMb: Math.round(sum(own.map(({ pid }) => proportionalKb(pid))) / 1024),
  };
}

/** One that has ended meanwhile has none. Its time is counted by the one that waited for it. */
function factsOf(name: string) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((total, value) => total + value, 0);
    return [{ pid: Number(name), parent, ticks }];
  } catch {
    return [];
  }
}

function proportionalKb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
}
