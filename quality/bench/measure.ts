import { readdirSync, readFileSync } from 'node:fs';

/** Runs `calls` calls in concurrent lanes and returns calls per second. */
export async function throughput(
  lanes: number,
  calls: number,
  work: (lane: number) => Promise<unknown>,
): Promise<number> {
  const perLane = Math.ceil(calls / lanes);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let count = 0; count < perLane; count++) await work(lane);
    }),
  );
  return ((perLane * lanes) / (performance.now() - startedAt)) * 1000;
}

/**
 * Runs each measurement once per round, in alternating order, so that load of the machine affects
 * all alike. The first rounds are warm-up. Returns medians.
 */
export async function medians<Kind extends string>(
  rounds: number,
  measures: Record<Kind, () => Promise<number>>,
): Promise<Record<Kind, number>> {
  const warmUps = 2;
  const kinds = Object.keys(measures) as Kind[];
  const samples = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const value = await measures[kind]();
      if (round >= 0) samples.get(kind)?.push(value);
    }
  }
  const found = kinds.map((kind) => [kind, median(samples.get(kind))]);
  return Object.fromEntries(found) as Record<Kind, number>;
}

export function median(values: number[] = []): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Records the duration of each call. */
export function latenciesOf() {
  const ms: number[] = [];
  return {
    ms,
    time: async (work: () => Promise<unknown>): Promise<void> => {
      const startedAt = performance.now();
      await work();
      ms.push(performance.now() - startedAt);
    },
  };
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

const tickMs = 10;

/**
 * Processor time and memory of a process and its children (Linux only). Memory shared by several
 * processes, such as the buffers of PostgreSQL, counts once.
 */
export function treeOf(pid: number): { cpuMs: number; memoryMb: number } {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []));
  const processes = all.filter((one) => one.pid === pid);
  for (const one of processes) processes.push(...all.filter(({ parent }) => parent === one.pid));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    cpuMs: sum(processes.map(({ ticks }) => ticks)) * tickMs,
    memoryMb: Math.round(sum(processes.map(({ pid }) => proportionalKb(pid))) / 1024),
  };
}

/** Empty for a process that has ended; its time is attributed to its parent. */
function readProcess(name: string) {
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

/** The highest resident memory of a process so far (Linux only). */
export function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
