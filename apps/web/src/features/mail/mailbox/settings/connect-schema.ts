export const connectSchema = async () =>
  (await import('@zavet/contract/mailbox/mailbox-schemas')).connectMailboxInput;
