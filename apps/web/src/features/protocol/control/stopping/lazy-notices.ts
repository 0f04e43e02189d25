import { lazyPart } from '../../../../ui/lazy-part.tsx';

/** Seldom needed, and so not part of the screens that may show them. */
export const AttemptsNotice = lazyPart(
  async () => (await import('./attempts-notice.tsx')).AttemptsNotice,
);
export const VetoedContacts = lazyPart(
  async () => (await import('./stopped-contacts.tsx')).VetoedContacts,
);
export const FullWindowNotice = lazyPart(
  async () => (await import('./full-notice.tsx')).FullWindowNotice,
);
