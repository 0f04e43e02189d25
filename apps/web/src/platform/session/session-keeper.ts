import { ApiError } from '@zavet/contract/client';
import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { screenTimings, sessionTimings } from '@zavet/contract/timings';
import { type Clock, retry } from '../client/retry-policy.ts';
import { Observable } from '../state/observable.ts';
import type { OtherTabs } from '../state/other-tabs.ts';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed_in'; session: SessionView }
  /**
   * `absent`: never signed in here; `left`: signed out; `ended`: the server refused the session.
   */
  | { status: 'signed_out'; reason: 'absent' | 'left' | 'ended' }
  | { status: 'unreachable'; error: unknown };

/** Message between tabs. */
export type SessionMessage =
  | { kind: 'signed_in' | 'renewed'; session: SessionView }
  | { kind: 'signed_out'; reason: 'left' | 'ended' };

export interface SessionCalls {
  read(signal: AbortSignal): Promise<SessionView | null>;
  refresh(signal: AbortSignal): Promise<SessionView>;
  signOut(signal: AbortSignal): Promise<unknown>;
}

export interface SessionEnvironment extends Clock, OtherTabs<SessionMessage> {
  timeout(ms: number): AbortSignal;
  every(ms: number, run: () => void): void;
  /** Runs `run` in one tab at a time; `waited` is true if another tab ran first. */
  withRefreshLock<Result>(run: (waited: boolean) => Promise<Result>): Promise<Result>;
  /** Remembers, across page loads, a sign-out that has not reached the server. */
  isSignOutPending(): boolean;
  setSignOutPending(isPending: boolean): void;
}

export type RefreshResult = 'renewed' | 'ended' | 'unreachable';

/**
 * Manages the session of this browser: reads it, renews it before it expires, and reports its end
 * to other tabs.
 */
export class SessionKeeper extends Observable<SessionState> {
  /** Changes with every sign-in and sign-out, so that a late response cannot undo either. */
  #generation = 0;
  #refreshing: Promise<RefreshResult> | undefined;
  readonly #calls: SessionCalls;
  readonly #environment: SessionEnvironment;

  constructor(calls: SessionCalls, environment: SessionEnvironment) {
    super({ status: 'loading' });
    this.#calls = calls;
    this.#environment = environment;
  }

  /** Resolves with the state once it is known. */
  async settled(): Promise<SessionState> {
    while (this.state().status === 'loading') {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return this.state();
  }

  async start(): Promise<void> {
    this.#environment.listen((message) => this.#receive(message));
    this.#environment.every(sessionTimings.refreshTick, () => void this.tick());
    await this.load();
  }

  /** Reads the session from the server; also the retry after `unreachable`. */
  async load(): Promise<void> {
    const generation = this.#generation;
    if (this.state().status !== 'signed_in') this.setState({ status: 'loading' });
    try {
      if (this.#environment.isSignOutPending()) return await this.#sendPendingSignOut();
      const session = await this.#read();
      if (generation !== this.#generation) return;
      if (!session) return this.setState({ status: 'signed_out', reason: 'absent' });
      this.setState({ status: 'signed_in', session });
      if (needsRefresh(session.expires_at, this.#environment.now())) await this.refresh();
    } catch (error) {
      if (generation !== this.#generation) return;
      if (isRefusal(error)) this.setState({ status: 'signed_out', reason: 'ended' });
      else this.setState({ status: 'unreachable', error });
    }
  }

  signedIn(session: SessionView): void {
    this.#generation += 1;
    this.#environment.setSignOutPending(false);
    this.setState({ status: 'signed_in', session });
    this.#environment.send({ kind: 'signed_in', session });
  }

  /** Always ends the session in the browser; `forced` if the server could not be reached. */
  async signOut(): Promise<'done' | 'forced'> {
    let result: 'done' | 'forced' = 'done';
    try {
      await this.#calls.signOut(this.#environment.timeout(screenTimings.operationTimeout));
    } catch (error) {
      if (!isSignedOutAlready(error)) result = 'forced';
    }
    this.#environment.setSignOutPending(result === 'forced');
    this.#end('left');
    return result;
  }

  /** Called when the server reports that the session has ended. */
  refused(): void {
    if (this.state().status === 'signed_in') this.#end('ended');
  }

  /** Renews a session that expires soon; otherwise checks that the server still has the session. */
  async tick(): Promise<void> {
    const state = this.state();
    if (state.status !== 'signed_in') return;
    if (needsRefresh(state.session.expires_at, this.#environment.now())) await this.refresh();
    else await this.#check();
  }

  async #check(): Promise<void> {
    const generation = this.#generation;
    try {
      const session = await this.#read();
      if (!session && generation === this.#generation) this.#end('ended');
    } catch (error) {
      // An unreachable server does not mean that the session has ended.
      if (isRefusal(error) && generation === this.#generation) this.#end('ended');
    }
  }

  /** Renews the short-lived access to the session. Concurrent callers share one renewal. */
  refresh(forMs: number = sessionTimings.refreshTick): Promise<RefreshResult> {
    this.#refreshing ??= this.#refreshOnce(forMs).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refreshOnce(forMs: number): Promise<RefreshResult> {
    const generation = this.#generation;
    try {
      const session = await this.#environment.withRefreshLock((waited) =>
        this.#renew(waited, forMs),
      );
      if (generation !== this.#generation)
        return this.state().status === 'signed_in' ? 'renewed' : 'ended';
      this.setState({ status: 'signed_in', session });
      this.#environment.send({ kind: 'renewed', session });
      return 'renewed';
    } catch (error) {
      if (!isRefusal(error)) return 'unreachable';
      if (generation === this.#generation) this.#end('ended');
      return 'ended';
    }
  }

  async #renew(waited: boolean, forMs: number): Promise<SessionView> {
    if (waited) {
      const renewedElsewhere = await this.#read();
      const now = this.#environment.now();
      if (renewedElsewhere && !needsRefresh(renewedElsewhere.expires_at, now)) {
        return renewedElsewhere;
      }
    }
    const { refreshTimeout } = sessionTimings;
    return retry(
      () => this.#calls.refresh(this.#environment.timeout(refreshTimeout)),
      forMs,
      this.#environment,
    );
  }

  #read(): Promise<SessionView | null> {
    const signal = this.#environment.timeout(sessionTimings.readTimeout);
    return retry(() => this.#calls.read(signal), sessionTimings.readTimeout, this.#environment);
  }

  async #sendPendingSignOut(): Promise<void> {
    await this.#calls
      .signOut(this.#environment.timeout(sessionTimings.readTimeout))
      .then(() => this.#environment.setSignOutPending(false))
      .catch(() => {});
    this.setState({ status: 'signed_out', reason: 'left' });
  }

  #end(reason: 'left' | 'ended'): void {
    this.#generation += 1;
    this.setState({ status: 'signed_out', reason });
    this.#environment.send({ kind: 'signed_out', reason });
  }

  #receive(message: SessionMessage): void {
    if (message.kind !== 'renewed') this.#generation += 1;
    if (message.kind === 'signed_out') {
      this.setState({ status: 'signed_out', reason: message.reason });
    } else if (message.kind === 'signed_in' || this.state().status === 'signed_in') {
      this.setState({ status: 'signed_in', session: message.session });
    }
  }
}

/** True if the short-lived access expires within the threshold. */
export function needsRefresh(expiresAt: string, nowMs: number): boolean {
  const threshold = sessionTimings.refreshTick * sessionTimings.refreshThresholdTicks;
  return Date.parse(expiresAt) - nowMs <= threshold;
}

/** True if the server responded that the session has ended. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** True for responses which mean that there was no session to sign out of. */
export function isSignedOutAlready(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}
