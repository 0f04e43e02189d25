/** What a screen that could not be fetched does next, once the server answers. */
export type RecoveryStep = 'retry' | 'reload' | 'stop';

interface Past {
  /** The same address was already tried again on this page. */
  hasRetried: boolean;
  /** When a page of this tab last reloaded itself. */
  lastReloadAt: number | undefined;
  now: number;
}

/** A reload that has not helped is not repeated so soon: that would never end. */
const reloadPauseMs = 60_000;

/**
 * Some browsers never ask again for code that once failed to come, and after a deployment it is gone:
 * what fails although the server answers needs a new page.
 */
export function nextStep({ hasRetried, lastReloadAt, now }: Past): RecoveryStep {
  if (!hasRetried) return 'retry';
  const isAllowed = lastReloadAt === undefined || now - lastReloadAt >= reloadPauseMs;
  return isAllowed ? 'reload' : 'stop';
}

export interface RecoverySurroundings {
  now(): number;
  /** Until the pause is over, or somebody presses the button. */
  wait(ms: number): Promise<void>;
  serverAnswers(): Promise<boolean>;
  retry(): void;
  reload(): void;
  /** `note` is false where the tab cannot remember anything: then it must not reload itself. */
  reloads: { last(): number | undefined; note(): boolean };
}

export type RecoveryNews = 'away' | 'stopped';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
let retriedAddress: string | undefined;

/** Waits for the server, then tries again, then with a new page, and tells what a person should know. */
export async function recover(
  address: string,
  around: RecoverySurroundings,
  tell: (news: RecoveryNews) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = firstPauseMs; !(await around.serverAnswers()); ) {
    if (signal.aborted) return;
    tell('away');
    await around.wait(pause);
    pause = Math.min(pause * 2, longestPauseMs);
  }
  if (signal.aborted) return;
  const step = nextStep({
    hasRetried: retriedAddress === address,
    lastReloadAt: around.reloads.last(),
    now: around.now(),
  });
  switch (step) {
    case 'retry':
      retriedAddress = address;
      return around.retry();
    case 'reload':
      return around.reloads.note() ? around.reload() : tell('stopped');
    case 'stop':
      return tell('stopped');
  }
}

// Browsers tell a module that was not fetched from a mistake in it only by these words.
const words =
  /failed to fetch|loading dynamically imported module|importing a module script|preload css|load failed/i;

/** True when the code or the texts of a screen could not be fetched. */
export function isFetchFailure(error: unknown): error is Error {
  return error instanceof Error && words.test(error.message);
}
