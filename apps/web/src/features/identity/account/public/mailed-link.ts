import { redirect, useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** What a link of a mail carries. */
export interface MailedLink {
  type: string | undefined;
  token: string | undefined;
  hasAccessToken: boolean;
}

const noLink: MailedLink = { type: undefined, token: undefined, hasAccessToken: false };

interface Arrival {
  location: { pathname: string; search: object; hash: string };
}

/**
 * For the routes that mails lead to: takes the link out of the address before anything else is
 * loaded, so that whatever fails later, its token is in no list of visited pages and no referrer.
 * The entry of this tab keeps it where only this page can read it: a reload needs it. A recovery
 * link that opened /verify goes on to its own page.
 */
export function takeLinkOutOfAddress({ location: { pathname, search, hash } }: Arrival): void {
  if (hash === '' && Object.keys(search).length === 0) return;
  const link = readMailedLink({ ...search }, hash);
  const isOfOtherPage = link.type === 'recovery' && pathname === '/verify';
  throw redirect({
    to: isOfOtherPage ? '/update-password' : pathname,
    search: {},
    hash: '',
    state: { mailedLink: link },
    replace: true,
  });
}

/** The link this page was opened with. */
export function useMailedLink(): MailedLink {
  const current = useLocation({ select: ({ state }) => state.mailedLink });
  const [link, setLink] = useState(current);
  // The address may already be the next one while this screen is still shown; only a new link counts.
  if (current && current !== link) setLink(current);
  return current ?? link ?? noLink;
}

/** Mailed links keep the token behind #, out of server logs; /verify also reads the query. */
export function readMailedLink(search: Record<string, unknown>, hash: string): MailedLink {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    type: textOf(fragment.get('type')) ?? textOf(search.type),
    token: textOf(fragment.get('token')) ?? textOf(search.token),
    hasAccessToken: fragment.has('access_token'),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
