import type { SetupView } from '@zavet/contract/service/service-endpoints';
import { setupTimings } from '@zavet/contract/timings';
import { backoffMs, isTransientFailure } from '../client/retry-policy.ts';

export interface ConfigurationProbes {
  health(signal: AbortSignal): Promise<unknown>;
  setup(signal: AbortSignal): Promise<SetupView>;
}

export interface ProbeClock {
  wait(ms: number): Promise<void>;
  timeout(ms: number): AbortSignal;
}

const attemptsPerProbe = 3;

/**
 * Checks that the server responds and returns its missing settings; throws if that cannot be
 * determined in time.
 */
export async function checkConfiguration(
  probes: ConfigurationProbes,
  clock: ProbeClock,
): Promise<SetupView> {
  const overall = clock.timeout(setupTimings.checkTimeout);
  const [, view] = await Promise.all([
    probe(probes.health, overall, clock),
    probe(probes.setup, overall, clock),
  ]);
  return view;
}

async function probe<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
  overall: AbortSignal,
  clock: ProbeClock,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    overall.throwIfAborted();
    try {
      const own = clock.timeout(setupTimings.probeTimeout);
      return await call(AbortSignal.any([overall, own]));
    } catch (error) {
      const isLast = attempt + 1 === attemptsPerProbe || overall.aborted;
      if (isLast || !isTransientFailure(error)) throw error;
      await clock.wait(backoffMs(attempt));
    }
  }
}
