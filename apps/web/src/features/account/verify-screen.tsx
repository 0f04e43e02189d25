import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../interface/card.tsx';
import { Page } from '../../interface/page.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { Spinner } from '../../interface/spinner.tsx';
import { useDelayed } from '../../interface/use-delayed.ts';
import { api, sessionKeeper } from '../session/api.ts';
import { followLink, type LinkOutcome } from './follow-link.ts';
import { type MailedLink, useMailedLink } from './mailed-link.ts';
import { VerifyResult } from './verify-result.tsx';

const clock = {
  now: Date.now,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

export function VerifyScreen() {
  const link = useMailedLink();
  const navigate = useNavigate();
  const isRecovery = link.type === 'recovery';
  useEffect(() => {
    if (isRecovery) {
      void navigate({ to: '/update-password', search: true, hash: true, replace: true });
    }
  }, [isRecovery, navigate]);
  return isRecovery ? <Spinner /> : <FollowedLink link={link} />;
}

function FollowedLink({ link }: { link: MailedLink }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const card = useRef<HTMLElement>(null);
  const { outcome, followAgain } = useOutcome(link);
  const isGoingOn = outcome?.kind === 'signed_in';
  useDelayed(isGoingOn, screenTimings.verifyRedirect, () => {
    void navigate({ to: '/dashboard', replace: true });
  });

  function retry() {
    // The pressed button goes away.
    card.current?.focus();
    followAgain();
  }

  const subject = subjectOf(link);
  return (
    <Page title={t(`${subject}.title`)} width="form">
      <Card ref={card} tabIndex={-1} aria-live="polite">
        {outcome ? (
          <VerifyResult outcome={outcome} onRetry={retry} />
        ) : (
          <>
            <p>{t(`${subject}.loading`)}</p>
            <SkeletonLines lines={2} />
          </>
        )}
      </Card>
    </Page>
  );
}

function subjectOf({ type }: MailedLink): 'verify' | 'emailChange' | 'emailUndo' {
  if (type === 'email_change') return 'emailChange';
  return type === 'email_undo' ? 'emailUndo' : 'verify';
}

function useOutcome(link: MailedLink) {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<LinkOutcome>();
  const isFollowed = useRef(false);

  async function follow() {
    const result = await followLink(link, {
      api,
      clock,
      hasSession: async () => (await sessionKeeper.settled()).status === 'signed_in',
      signedIn: (session) => sessionKeeper.signedIn(session),
    });
    setOutcome(result);
    if (result.kind === 'email_changed' || result.kind === 'email_restored') {
      await sessionKeeper.load();
      await queryClient.invalidateQueries();
    }
  }

  const onArrival = useEffectEvent(() => void follow());
  useEffect(() => {
    // A link works once, so it must not be followed twice.
    if (isFollowed.current) return;
    isFollowed.current = true;
    onArrival();
  }, []);

  return {
    outcome,
    followAgain: () => {
      setOutcome(undefined);
      void follow();
    },
  };
}
