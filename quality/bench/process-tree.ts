import { readdirSync, readFileSync } from 'node:fs';

const tickMs = 10;
const pageBytes = 4096;

/** What a process and all it has started took of the processors, and keep in memory (Linux only). */
export function treeOf(pid: number): { cpuMs: number; memoryMb: number } {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? factsOf(name) : []));
  const own = all.filter((one) => one.pid === pid);
  for (const one of own) own.push(...all.filter(({ parent }) => parent === one.pid));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    cpuMs: sum(own.map(({ ticks }) => ticks)) * tickMs,
    memoryMb: Math.round((sum(own.map(({ pages }) => pages)) * pageBytes) / 1024 ** 2),
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
    return [{ pid: Number(name), parent, ticks, pages: fields[21] ?? 0 }];
  } catch {
    return [];
  }
}
