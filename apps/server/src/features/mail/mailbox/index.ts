/** What other features may use of this one: a line to a mail server. */
export { type ImapSettings, resolveByDns, usualPatience } from './imap/imap-settings.ts';
export { ImapTrouble } from './imap/imap-trouble.ts';
export { type ImapAccess, type ImapLine, withImap } from './imap/with-imap.ts';
