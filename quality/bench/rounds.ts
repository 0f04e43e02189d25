/** Runs `calls` calls, so many at once and as many in every lane, and says how many there were in a second. */
export async function throughput(
  lanes: number,
  calls: number,
  work: (lane: number) => Promise<unknown>,
): Promise<number> {
  const perLane = Math.ceil(calls / lanes);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let made = 0; made < perLane; made++) await work(lane);
    }),
  );
  return ((perLane * lanes) / (performance.now() - startedAt)) * 1000;
}

/**
 * Takes each measure once per round, in changing order, so that whatever the machine does meanwhile
 * meets all alike. The first rounds warm up and do not count. Answers with medians.
 */
export async function medians<Kind extends string>(
  rounds: number,
  measures: Record<Kind, () => Promise<number>>,
): Promise<Record<Kind, number>> {
  const warmUps = 2;
  const kinds = Object.keys(measures) as Kind[];
  const taken = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const value = await measures[kind]();
      if (round >= 0) taken.get(kind)?.push(value);
    }
  }
  const found = kinds.map((kind) => [kind, median(taken.get(kind))]);
  return Object.fromEntries(found) as Record<Kind, number>;
}

export function median(values: number[] = []): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Keeps how long each call took. */
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
