import type { SessionView } from '@zavet/contract/identity/account-schemas';
import type { SessionEnvironment, SessionMessage } from '../src/platform/session/session-keeper.ts';

/** A mock browser whose clock advances only when the code under test waits; its tabs share one channel. */
export class FakeBrowser {
  nowMs = Date.parse('2026-11-15T12:00:00.000Z');
  waits: number[] = [];
  timeouts: number[] = [];
  isPending = false;
  ticks: (() => void)[] = [];
  #tabs: ((message: SessionMessage) => void)[] = [];
  #lock: Promise<unknown> = Promise.resolve();
  #isLocked = false;

  tab(): SessionEnvironment {
    let ownListener: ((message: SessionMessage) => void) | undefined;
    return {
      now: () => this.nowMs,
      wait: async (ms) => {
        this.waits.push(ms);
        this.nowMs += ms;
      },
      timeout: (ms) => {
        this.timeouts.push(ms);
        return new AbortController().signal;
      },
      every: (_ms, run) => {
        this.ticks.push(run);
      },
      withRefreshLock: async (run) => {
        const waited = this.#isLocked;
        const result = this.#lock.then(() => {
          this.#isLocked = true;
          return run(waited);
        });
        this.#isLocked = true;
        this.#lock = result
          .catch(() => {})
          .finally(() => {
            this.#isLocked = false;
          });
        return result;
      },
      send: (message) => {
        for (const listener of this.#tabs) if (listener !== ownListener) listener(message);
      },
      listen: (listener) => {
        ownListener = listener;
        this.#tabs.push(listener);
      },
      isSignOutPending: () => this.isPending,
      setSignOutPending: (isPending) => {
        this.isPending = isPending;
      },
    };
  }

  sessionFor(seconds: number): SessionView {
    return {
      expires_at: new Date(this.nowMs + seconds * 1000).toISOString(),
      user: { id: 'anna', email: 'anna@example.ru', preferred_language: 'ru' },
    };
  }
}
