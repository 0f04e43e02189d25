import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../interface/card.tsx';
import { Page } from '../../interface/page.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { Spinner } from '../../interface/spinner.tsx';
import { api, sessionKeeper } from '../session/api.ts';
import { followLink, type LinkOutcome } from './follow-link.ts';
import { type MailedLink, useMailedLink } from './mailed-link.ts';
import { useDelayed } from './use-delayed.ts';
import { VerifyResult } from './verify-result.tsx';

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
  const outcome = useOutcome(link);
  const isGoingOn = outcome?.kind === 'signed_in';
  useDelayed(isGoingOn, screenTimings.verifyRedirect, () => {
    void navigate({ to: '/dashboard', replace: true });
  });

  const subject = subjectOf(link);
  return (
    <Page title={t(`${subject}.title`)} width="form">
      <Card aria-live="polite">
        {outcome ? (
          <VerifyResult outcome={outcome} />
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

function useOutcome(link: MailedLink): LinkOutcome | undefined {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<LinkOutcome>();
  const isFollowed = useRef(false);

  useEffect(() => {
    // A link works once, so it must not be followed twice.
    if (isFollowed.current) return;
    isFollowed.current = true;
    void follow();

    async function follow() {
      const result = await followLink(link, {
        api,
        hasSession: async () => (await sessionKeeper.settled()).status === 'signed_in',
        signedIn: (session) => sessionKeeper.signedIn(session),
      });
      setOutcome(result);
      if (result.kind === 'email_changed' || result.kind === 'email_restored') {
        await sessionKeeper.load();
        await queryClient.invalidateQueries();
      }
    }
  }, [link, queryClient]);

  return outcome;
}
