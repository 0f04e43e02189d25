/** What the listener greets with, by which it is known. */
export const reportBanner = 'delivery reports only';
