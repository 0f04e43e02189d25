import '@tanstack/react-router';
import type { MailedLink } from './mailed-link.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** /login says it again, because the screen that sent a mail is left after a few seconds. */
    justMailed?: 'signUp' | 'forgot';
    /** The link this page was opened with, so that a reload finds it again. */
    mailedLink?: MailedLink;
  }
}
