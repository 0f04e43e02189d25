import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What a link of a mail carries. */
export interface MailedLink {
  type: string | undefined;
  token: string | undefined;
  hasAccessToken: boolean;
}

/**
 * Takes the link out of the address, so that its token is in no list of visited pages and no
 * referrer. The entry of this tab keeps it where only this page can read it: a reload needs it.
 */
export function useMailedLink(): MailedLink {
  const location = useLocation();
  const navigate = useNavigate();
  // The address at arrival: it may already be the next one while this screen is still shown.
  const [arrival] = useState(() => ({
    path: location.pathname,
    link: linkAtArrival(location),
    isBare: location.searchStr === '' && location.hash === '',
  }));

  useEffect(() => {
    // A recovery link that opened /verify travels on to its own page with everything it carries.
    const travelsOn = arrival.link.type === 'recovery' && arrival.path === '/verify';
    if (arrival.isBare || travelsOn) return;
    void navigate({
      to: arrival.path,
      search: {},
      hash: '',
      state: { mailedLink: arrival.link },
      replace: true,
    });
  }, [arrival, navigate]);

  return arrival.link;
}

interface Arrival {
  search: Record<string, unknown>;
  hash: string;
  state: { mailedLink?: MailedLink };
}

/** The link in the address, else the one a reload has kept. */
export function linkAtArrival({ search, hash, state }: Arrival): MailedLink {
  const link = readMailedLink(search, hash);
  const isInAddress = link.type || link.token || link.hasAccessToken;
  return isInAddress ? link : (state.mailedLink ?? link);
}

export function readMailedLink(search: Record<string, unknown>, hash: string): MailedLink {
  return {
    type: textOf(search.type),
    token: textOf(search.token),
    hasAccessToken: new URLSearchParams(hash.replace(/^#/, '')).has('access_token'),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
