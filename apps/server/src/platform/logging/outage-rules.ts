/** What our service leans on and may lose. */
export type Dependency = 'database' | 'file_storage' | 'mail';

/** One time during which a dependency could not be used, as this process met it. Moments in milliseconds. */
export interface Outage {
  began_at: number;
  last_met_at: number;
  /** How many calls met it. */
  calls: number;
}

/** A call met it: the first one begins it. */
export function outageMet(outage: Outage | undefined, now: number): Outage {
  if (!outage) return { began_at: now, last_met_at: now, calls: 1 };
  return { ...outage, last_met_at: now, calls: outage.calls + 1 };
}

/** After a success, how long no call may have met it before it counts as over. */
const quietMs: Record<Dependency, number> = {
  // While connections break one after another, one that works says little.
  database: 2_000,
  file_storage: 2_000,
  // Nobody looks again by itself: the next mail may be hours away.
  mail: 0,
};

/** Whether a success at this moment ends it. */
export function isOutageOver(dependency: Dependency, outage: Outage, now: number): boolean {
  return now - outage.last_met_at >= quietMs[dependency];
}

/** What the log says of it in the end. */
export function lengthOf({ began_at, calls }: Outage, now: number) {
  return { seconds: Math.round((now - began_at) / 100) / 10, calls };
}
