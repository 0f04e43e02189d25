import { redirect, useLocation } from '@tanstack/react-router';
import { useState } from 'react';

export interface MailedLink {
  type: string | undefined;
  token: string | undefined;
  hasAccessToken: boolean;
}

const noLink: MailedLink = { type: undefined, token: undefined, hasAccessToken: false };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The link that opened this page, kept for a reload. */
    mailedLink?: MailedLink;
  }
}

interface RouteArguments {
  location: { pathname: string; search: object; hash: string };
}

/**
 * Route guard that moves the link from the URL to the history state before anything else loads, so
 * that its token reaches neither the browser history nor a referrer. A recovery link that opened
 * /verify is redirected to its own page.
 */
export function moveLinkToHistoryState({
  location: { pathname, search, hash },
}: RouteArguments): void {
  if (hash === '' && Object.keys(search).length === 0) return;
  const link = readMailedLink({ ...search }, hash);
  const isForOtherPage = link.type === 'recovery' && pathname === '/verify';
  throw redirect({
    to: isForOtherPage ? '/update-password' : pathname,
    search: {},
    hash: '',
    state: { mailedLink: link },
    replace: true,
  });
}

/** The link that opened this page. */
export function useMailedLink(): MailedLink {
  const current = useLocation({ select: ({ state }) => state.mailedLink });
  const [link, setLink] = useState(current);
  // During a navigation the router already returns the next location, but this screen still needs
  // its own link.
  if (current && current !== link) setLink(current);
  return current ?? link ?? noLink;
}

/** The token is in the fragment, which no server logs; links of older mails have it in the query. */
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
