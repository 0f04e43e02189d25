import type { SessionNews, SessionSurroundings } from './session-keeper.ts';

const lockName = 'zavet.session.refresh';
const owedKey = 'zavet.sign_out_owed';

/** The clock, the locks and the other tabs of a real browser. */
export function browserSurroundings(): SessionSurroundings {
  const channel = new BroadcastChannel('zavet.session');
  return {
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    timeout: (ms) => AbortSignal.timeout(ms),
    every: (ms, run) => {
      setInterval(run, ms);
      // Timers sleep in hidden tabs, so a tab that comes back looks at once.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') run();
      });
    },
    withRefreshLock,
    tell: (news) => channel.postMessage(news),
    listen: (hear) => {
      channel.addEventListener('message', (event: MessageEvent<SessionNews>) => hear(event.data));
    },
    signOutIsOwed: () => withStorage((storage) => storage.getItem(owedKey) !== null) ?? false,
    oweSignOut: (isOwed) => {
      withStorage((storage) =>
        isOwed ? storage.setItem(owedKey, '1') : storage.removeItem(owedKey),
      );
    },
  };
}

async function withRefreshLock<Result>(run: (waited: boolean) => Promise<Result>): Promise<Result> {
  // Locks exist only in secure contexts; without them every tab renews for itself, which is harmless.
  if (!navigator.locks) return run(false);
  const first = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : undefined,
  );
  if (first) return first.result;
  return navigator.locks.request(lockName, () => run(true));
}

function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
