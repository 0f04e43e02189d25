/** The next step for a screen that could not be fetched, once the server responds. */
export type RecoveryStep = 'retry' | 'reload' | 'stop';

interface RecoveryHistory {
  /** True if this page has already retried the same address. */
  hasRetried: boolean;
  /** Time of the last automatic reload in this tab. */
  lastReloadAt: number | undefined;
  now: number;
}

/** Prevents a reload loop. */
const reloadPauseMs = 60_000;

/**
 * The next step once the server responds. A retry may never succeed, because some browsers never
 * retry code that failed to load, and a deployment deletes old code; then the page must be
 * reloaded.
 */
export function nextStep({ hasRetried, lastReloadAt, now }: RecoveryHistory): RecoveryStep {
  if (!hasRetried) return 'retry';
  const isAllowed = lastReloadAt === undefined || now - lastReloadAt >= reloadPauseMs;
  return isAllowed ? 'reload' : 'stop';
}

export interface RecoveryEnvironment {
  now(): number;
  /** Resolves after the pause, or when the button is pressed. */
  wait(ms: number): Promise<void>;
  serverAnswers(): Promise<boolean>;
  retry(): void;
  reload(): void;
  /** `note` returns false without storage: the page then must not reload itself. */
  reloads: { last(): number | undefined; note(): boolean };
}

export type RecoveryProgress = 'unreachable' | 'failed';

const firstPauseMs = 1000;
const maxDelayMs = 30_000;
let retriedAddress: string | undefined;

/** Waits for the server, then retries, then reloads the page. Reports progress to the user. */
export async function recover(
  address: string,
  environment: RecoveryEnvironment,
  report: (progress: RecoveryProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = firstPauseMs; !(await environment.serverAnswers()); ) {
    if (signal.aborted) return;
    report('unreachable');
    await environment.wait(pause);
    pause = Math.min(pause * 2, maxDelayMs);
  }
  if (signal.aborted) return;
  const step = nextStep({
    hasRetried: retriedAddress === address,
    lastReloadAt: environment.reloads.last(),
    now: environment.now(),
  });
  switch (step) {
    case 'retry':
      retriedAddress = address;
      return environment.retry();
    case 'reload':
      return environment.reloads.note() ? environment.reload() : report('failed');
    case 'stop':
      return report('failed');
  }
}

// Browsers distinguish a failed fetch of a module from an error in it only by these messages.
const fetchFailureMessages =
  /failed to fetch|loading dynamically imported module|importing a module script|preload css|load failed/i;

/** True when the code or the texts of a screen could not be fetched. */
export function isFetchFailure(error: unknown): error is Error {
  return error instanceof Error && fetchFailureMessages.test(error.message);
}
