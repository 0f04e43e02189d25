import '@tanstack/react-router';
import type { MailedLink } from '../public/mailed-link.ts';

/** A mail that a screen has just asked for, and where it went. */
export interface JustMailed {
  kind: 'signUp' | 'forgot';
  email: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** /login says it again, because the screen that sent a mail is left after a few seconds. */
    justMailed?: JustMailed;
    /** The link this page was opened with, so that a reload finds it again. */
    mailedLink?: MailedLink;
  }
}
