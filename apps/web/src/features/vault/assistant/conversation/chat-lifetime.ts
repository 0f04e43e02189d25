import type { SessionState } from '../../../../platform/session/session-keeper.ts';
import type { Chat } from './chat.ts';

interface Session {
  state: () => SessionState;
  subscribe: (listener: () => void) => unknown;
}

/** Holds the chat of the signed-in user and ends it with the session. */
export class SessionChats {
  #current: { userId: string; chat: Chat } | undefined;
  readonly #createChat: (userId: string) => Chat;

  constructor(session: Session, createChat: (userId: string) => Chat) {
    this.#createChat = createChat;
    session.subscribe(() => this.#onSessionChange(session.state()));
  }

  chatOf(userId: string): Chat {
    if (this.#current?.userId !== userId) {
      this.#current?.chat.end();
      this.#current = { userId, chat: this.#createChat(userId) };
    }
    return this.#current.chat;
  }

  /** Called before the page may be unloaded. */
  save(): void {
    this.#current?.chat.save();
  }

  #onSessionChange(session: SessionState): void {
    const hasEnded =
      session.status === 'signed_out' ||
      (session.status === 'signed_in' && session.session.user.id !== this.#current?.userId);
    if (!hasEnded) return;
    // An expired session keeps the chat for the next sign-in; a sign-out must leave nothing behind.
    if (session.status === 'signed_out' && session.reason === 'ended') this.save();
    this.#current?.chat.end();
    this.#current = undefined;
  }
}

/** Longer than a navigation or the answer to the leave dialog of the browser usually takes. */
const leaveTimeoutMs = 2000;

/** Tracks page unloading. The browser aborts requests during unload; these are not failures. */
export class PagePresence {
  #isLeaving = false;
  readonly #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: EventTarget) {
    page.addEventListener('beforeunload', () => {
      this.#leave();
      // The navigation may be a download, or be cancelled in the leave dialog.
      this.#timer = setTimeout(() => this.#stay(), leaveTimeoutMs);
    });
    page.addEventListener('pagehide', () => this.#leave());
    // `pageshow` fires when the page is restored from the back/forward cache.
    page.addEventListener('pageshow', () => this.#stay());
  }

  /** Resolves immediately, or once an apparent navigation turns out not to happen. */
  async whenPresent(): Promise<void> {
    if (this.#isLeaving) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#isLeaving = true;
  }

  #stay(): void {
    clearTimeout(this.#timer);
    this.#isLeaving = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
