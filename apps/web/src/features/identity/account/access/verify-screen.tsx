import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { LinkDescription } from '@zavet/contract/identity/account-schemas';
import { screenTimings } from '@zavet/contract/timings';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { type MailedLink, useMailedLink } from '../public/mailed-link.ts';
import { followLink, type LinkOutcome, lookAtLink } from './follow-link.ts';
import { LinkRequest } from './link-request.tsx';
import { pathAfterSignUp } from './path-after-sign-up.ts';
import { VerifyResult } from './verify-result.tsx';

const surroundings = {
  api,
  clock: {
    now: Date.now,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  },
  hasSession: async () => (await sessionKeeper.settled()).status === 'signed_in',
  signedIn: sessionKeeper.signedIn.bind(sessionKeeper),
};

/** After these, what is known of the session of this browser no longer holds. */
const sessionEnds = new Set<LinkOutcome['kind']>(['email_changed', 'email_restored', 'disowned']);

/** The page behind a mailed link: it says what will happen, and a button makes it happen. */
export function VerifyScreen() {
  const link = useMailedLink();
  return <OpenedLink key={`${link.type} ${link.token}`} link={link} />;
}

function OpenedLink({ link }: { link: MailedLink }) {
  const { t } = useTranslation(['account', 'links']);
  const router = useRouter();
  // Read before the sign-in that forgets it.
  const [path] = useState(pathAfterSignUp);
  const card = useRef<HTMLElement>(null);
  const { seen, followed } = useLink(link);
  const outcome = followed.data ?? (seen.data?.kind === 'described' ? undefined : seen.data);
  useDelayed(outcome?.kind === 'signed_in', screenTimings.verifyRedirect, () => {
    router.history.replace(path ?? '/dashboard');
  });

  function press(act: () => unknown) {
    // The pressed button goes away.
    card.current?.focus();
    act();
  }

  function content() {
    if (followed.isPending) return <Waiting text={t(`${subject}.loading`)} />;
    if (followed.data) {
      return <VerifyResult outcome={followed.data} onRetry={() => press(followed.mutate)} />;
    }
    if (!seen.data || seen.isFetching) return <Waiting text={t('links:checking')} />;
    if (seen.data.kind === 'described') {
      const { description } = seen.data;
      return <DescribedLink description={description} onFollow={() => press(followed.mutate)} />;
    }
    return <VerifyResult outcome={seen.data} onRetry={() => press(seen.refetch)} />;
  }

  const subject = subjectOf(link);
  return (
    <Page title={t(`${subject}.title`)} width="form">
      <Card ref={card} tabIndex={-1} aria-live="polite">
        {content()}
      </Card>
    </Page>
  );
}

interface DescribedLinkProps {
  description: LinkDescription;
  onFollow: () => void;
}

function DescribedLink({ description, onFollow }: DescribedLinkProps) {
  const { t } = useTranslation('links');
  const { effect } = description;
  return (
    <>
      <LinkRequest description={description} />
      {/* A new password has a page with a form. */}
      {effect !== 'recovery' && (
        <Button wide onClick={onFollow}>
          {t(`act.${effect}`)}
        </Button>
      )}
    </>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <>
      <p>{text}</p>
      <SkeletonLines lines={2} />
    </>
  );
}

const subjects = {
  email_change: 'account:emailChange',
  email_undo: 'account:emailUndo',
  disown_sign_in: 'links:disown',
  disown_factor: 'links:disownFactor',
  stop_lost_device: 'links:stopLostDevice',
} as const;

function subjectOf({ type }: MailedLink) {
  const known = Object.entries(subjects).find(([name]) => name === type);
  return known?.[1] ?? 'account:verify';
}

function useLink(link: MailedLink) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function goOn(outcome: LinkOutcome) {
    if (outcome.kind === 'disowned') {
      const mailedLink = { type: 'recovery', token: outcome.recoveryToken, hasAccessToken: false };
      await navigate({ to: '/update-password', state: { mailedLink }, replace: true });
    }
    if (sessionEnds.has(outcome.kind)) {
      await sessionKeeper.load();
      await queryClient.invalidateQueries();
    }
  }

  const followed = useMutation({
    mutationFn: () => followLink(link, surroundings),
    onSuccess: (outcome) => void goOn(outcome),
  });
  const seen = useQuery({
    queryKey: queryKeys.mailedLink('verify', `${link.type} ${link.token}`),
    queryFn: () => lookAtLink(link, surroundings),
    // A link that was followed is used up.
    enabled: followed.isIdle,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { seen, followed };
}
