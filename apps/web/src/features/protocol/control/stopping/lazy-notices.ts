import { lazyPart } from '../../../../ui/lazy-part.tsx';

/** Seldom needed, and so not part of the screens that may show them. */
export const AttemptsNotice = lazyPart(
  async () => (await import('./attempts-notice.tsx')).AttemptsNotice,
);
export const StoppedContacts = lazyPart(
  async () => (await import('./stopped-contacts.tsx')).StoppedContacts,
);
export const FullNotice = lazyPart(async () => (await import('./full-notice.tsx')).FullNotice);
