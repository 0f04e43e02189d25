import type { Logger } from 'pino';
import { type Dependency, isOutageOver, lengthOf, type Outage, outageMet } from './outage-rules.ts';

/** What a line of the log is about, as far as it tells. */
export type LineFacts = Record<string, unknown>;

/** Which dependency a line says is away; `isAway`: of those that are known to be away already. */
export type DependencyOf = (
  facts: LineFacts,
  isAway: (dependency: Dependency) => boolean,
) => Dependency | undefined;

interface OutageListener {
  began(dependency: Dependency): void;
  ended(dependency: Dependency): void;
}

/** Remembers what is away, so that the log says it once instead of with every call. */
export interface Outages {
  /** `pass`: a line like any other; `began`: the first about an outage; `known`: one more of it. */
  judge(facts: LineFacts): { verdict: 'pass' | 'known' } | { verdict: 'began'; of: Dependency };
  /** The dependency was seen to work. */
  works(dependency: Dependency, log: Logger): void;
  isAway(dependency: Dependency): boolean;
  listen(listener: OutageListener): void;
}

export function createOutages(
  dependencyOf: DependencyOf,
  now: () => number = () => performance.now(),
): Outages {
  const open = new Map<Dependency, Outage>();
  const listeners: OutageListener[] = [];
  const isAway = (dependency: Dependency) => open.has(dependency);
  return {
    isAway,
    listen: (listener) => void listeners.push(listener),
    judge: (facts) => {
      const of = dependencyOf(facts, isAway);
      if (!of) return { verdict: 'pass' };
      const isKnown = open.has(of);
      open.set(of, outageMet(open.get(of), now()));
      if (isKnown) return { verdict: 'known' };
      for (const { began } of listeners) began(of);
      return { verdict: 'began', of };
    },
    works: (dependency, log) => {
      const outage = open.get(dependency);
      if (!outage || !isOutageOver(dependency, outage, now())) return;
      open.delete(dependency);
      for (const { ended } of listeners) ended(dependency);
      log.warn(
        { code: 'outage_ended', dependency, ...lengthOf(outage, now()) },
        'what could not be reached is back',
      );
    },
  };
}
