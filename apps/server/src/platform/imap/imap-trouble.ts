import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';

/** Contains only our own code, nothing of the server's reply. */
export class ImapTrouble extends Error {
  readonly trouble: MailboxTrouble;

  constructor(trouble: MailboxTrouble) {
    super(`the mailbox cannot be used: ${trouble}`);
    this.name = 'ImapTrouble';
    this.trouble = trouble;
  }
}

interface ImapError {
  code?: unknown;
  authenticationFailed?: unknown;
  serverResponseCode?: unknown;
  tlsFailed?: unknown;
}

/** With these response codes the server is busy; the password was not checked. */
const temporaryCodes = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'OVERQUOTA']);

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|STARTTLS_INJECTION)/;

const unreachableCodes =
  /^(E[A-Z]+|CONNECT_TIMEOUT|GREETING_TIMEOUT|ETIMEOUT|NoConnection|ClosedAfterConnect\w*|ENOTFOUND|EAI_AGAIN)$/;

export function troubleOf(error: unknown): MailboxTrouble {
  if (error instanceof ImapTrouble) return error.trouble;
  const { code, authenticationFailed, serverResponseCode, tlsFailed } = (error ?? {}) as ImapError;
  if (authenticationFailed === true) {
    return temporaryCodes.has(String(serverResponseCode)) ? 'server_failed' : 'login_refused';
  }
  if (tlsFailed === true || certificateCodes.test(String(code))) return 'certificate_refused';
  return unreachableCodes.test(String(code)) ? 'unreachable' : 'server_failed';
}
