export const connectSchema = async () =>
  (await import('@zavet/contract/mail/mailbox-endpoints')).connectMailboxInput;
