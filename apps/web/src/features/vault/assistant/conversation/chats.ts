import type { SessionState } from '../../../../platform/session/session-keeper.ts';
import type { Chat } from './chat.ts';

interface Session {
  state: () => SessionState;
  subscribe: (listener: () => void) => unknown;
}

/** The conversation of the signed-in person, and its end with the session. */
export class Chats {
  #current: { userId: string; chat: Chat } | undefined;
  readonly #open: (userId: string) => Chat;

  constructor(session: Session, open: (userId: string) => Chat) {
    this.#open = open;
    session.subscribe(() => this.#hear(session.state()));
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
  keep(): void {
    this.#current?.chat.keep();
  }

  #hear(session: SessionState): void {
    const isOver =
      session.status === 'signed_out' ||
      (session.status === 'signed_in' && session.session.user.id !== this.#current?.userId);
    if (!isOver) return;
    // A person who was sent away finds it again; after a sign-out nothing private is written any more.
    if (session.status === 'signed_out' && session.reason === 'ended') this.keep();
    this.#current?.chat.end();
    this.#current = undefined;
  }
}
