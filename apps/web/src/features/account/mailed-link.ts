import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What a link of a mail carries. */
export interface MailedLink {
  type: string | undefined;
  token: string | undefined;
  hasAccessToken: boolean;
}

/** Takes the link out of the address, so that its token stays in no history and no referrer. */
export function useMailedLink(): MailedLink {
  const location = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => readMailedLink(location.search, location.hash));
  const isInAddress = location.searchStr !== '' || location.hash !== '';

  useEffect(() => {
    // A recovery link that opened /verify travels on to its own page with everything it carries.
    if (!isInAddress || (link.type === 'recovery' && location.pathname === '/verify')) return;
    void navigate({ to: location.pathname, search: {}, hash: '', replace: true });
  }, [isInAddress, link.type, location.pathname, navigate]);

  return link;
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
