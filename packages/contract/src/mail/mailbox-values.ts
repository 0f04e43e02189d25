/** Providers with preset servers; `other` requires the fields of a server. */
export const mailboxProviders = ['yandex', 'mailru', 'gmail', 'outlook', 'other'] as const;
export type MailboxProvider = (typeof mailboxProviders)[number];

/** `tls` from the first byte, or `starttls` before any command. Never clear text. */
export const mailboxSecurities = ['tls', 'starttls'] as const;
export type MailboxSecurity = (typeof mailboxSecurities)[number];

export interface MailboxServer {
  host: string;
  port: number;
  security: MailboxSecurity;
}

export const mailboxPresets: Record<Exclude<MailboxProvider, 'other'>, MailboxServer> = {
  yandex: { host: 'imap.yandex.ru', port: 993, security: 'tls' },
  mailru: { host: 'imap.mail.ru', port: 993, security: 'tls' },
  gmail: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  outlook: { host: 'outlook.office365.com', port: 993, security: 'tls' },
};

/** The only ports allowed for public hosts. */
export const mailboxPorts = [143, 993] as const;
export const mailboxFolders = ['inbox', 'spam'] as const;
export type MailboxFolder = (typeof mailboxFolders)[number];

/**
 * `first_sync`: messages are listed for the first time. `working`: synced regularly. `stopped`:
 * until the owner resolves the problem.
 */
export const mailboxStates = ['first_sync', 'working', 'stopped'] as const;
export type MailboxState = (typeof mailboxStates)[number];

/** `unreachable` and `server_failed` are temporary and retried; the others stop the sync. */
export const mailboxTroubles = [
  'login_refused',
  'folder_missing',
  'host_forbidden',
  'certificate_refused',
  'unreachable',
  'server_failed',
] as const;
export type MailboxTrouble = (typeof mailboxTroubles)[number];

export const mailboxLimits = {
  /** Only the newest messages of a folder are listed. */
  messagesPerFolder: 10_000,
  messagesPerPage: 50,
  previewLength: 100,
  hostMaxLength: 253,
  userMaxLength: 320,
  passwordMaxLength: 500,
  /** Larger messages are not opened in this product. */
  messageMaxBytes: 30 * 1024 * 1024,
} as const;
