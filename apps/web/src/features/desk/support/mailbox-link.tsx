import type { ReactNode } from 'react';

interface MailboxLinkProps {
  email: string;
  /** The address itself unless other words are given. */
  children?: ReactNode;
}

export function MailboxLink({ email, children }: MailboxLinkProps) {
  return <a href={`mailto:${email}`}>{children ?? email}</a>;
}
