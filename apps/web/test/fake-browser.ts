import type { SessionView } from '@zavet/contract/identity/account-schemas';
import type { SessionEnvironment, SessionMessage } from '../src/platform/session/session-keeper.ts';

/** A browser whose clock advances only when the code under test waits; its tabs share one channel. */
export class FakeBrowser {
  nowMs = Date.parse('2026-11-15T12:00:00.000Z');
  waits: number[] = [];
  timeouts: number[] = [];
  isOwed = false;
  ticks: (() => void)[] = [];
  #tabs: ((news: SessionMessage) => void)[] = [];
  #lock: Promise<unknown> = Promise.resolve();
  #isLocked = false;

  tab(): SessionEnvironment {
    let hearOwn: ((news: SessionMessage) => void) | undefined;
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
        const turn = this.#lock.then(() => {
          this.#isLocked = true;
          return run(waited);
        });
        this.#isLocked = true;
        this.#lock = turn
          .catch(() => {})
          .finally(() => {
            this.#isLocked = false;
          });
        return turn;
      },
      tell: (news) => {
        for (const hear of this.#tabs) if (hear !== hearOwn) hear(news);
      },
      listen: (hear) => {
        hearOwn = hear;
        this.#tabs.push(hear);
      },
      isSignOutPending: () => this.isOwed,
      setSignOutPending: (isOwed) => {
        this.isOwed = isOwed;
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
