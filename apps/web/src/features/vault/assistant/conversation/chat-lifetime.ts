import type { SessionState } from '../../../../platform/session/session-keeper.ts';
import type { Chat } from './chat.ts';

interface Session {
  state: () => SessionState;
  subscribe: (listener: () => void) => unknown;
}

/** The conversation of the signed-in person, and its end with the session. */
export class SessionChats {
  #current: { userId: string; chat: Chat } | undefined;
  readonly #open: (userId: string) => Chat;

  constructor(session: Session, open: (userId: string) => Chat) {
    this.#open = open;
    session.subscribe(() => this.#onSessionChange(session.state()));
  }

  /** The same one in every place. */
  of(userId: string): Chat {
    if (this.#current?.userId !== userId) {
      this.#current?.chat.end();
      this.#current = { userId, chat: this.#open(userId) };
    }
    return this.#current.chat;
  }

  /** For the moments after which the page may be gone. */
  save(): void {
    this.#current?.chat.save();
  }

  #onSessionChange(session: SessionState): void {
    const isOver =
      session.status === 'signed_out' ||
      (session.status === 'signed_in' && session.session.user.id !== this.#current?.userId);
    if (!isOver) return;
    // A person who was sent away finds it again; after a sign-out nothing private is written any more.
    if (session.status === 'signed_out' && session.reason === 'ended') this.save();
    this.#current?.chat.end();
    this.#current = undefined;
  }
}

/** Longer than it takes to leave a page that is being left, or to choose to stay on it. */
const leavingMs = 2000;

/**
 * Whether the page is still there to be told something. While it is being left the browser ends its
 * calls, and that is no failure of anything.
 */
export class PagePresence {
  #isLeaving = false;
  readonly #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: EventTarget) {
    page.addEventListener('beforeunload', () => {
      this.#leave();
      // It may have been a download, or somebody who stays with an unsaved form.
      this.#timer = setTimeout(() => this.#stay(), leavingMs);
    });
    page.addEventListener('pagehide', () => this.#leave());
    // A page that was put aside is shown again as it was.
    page.addEventListener('pageshow', () => this.#stay());
  }

  /** At once, or when a page that seemed to be left turns out to stay. */
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
