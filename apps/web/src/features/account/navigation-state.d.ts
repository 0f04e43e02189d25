import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** /login says it again, because the sign-up screen is left after a few seconds. */
    hasJustSignedUp?: boolean;
  }
}
