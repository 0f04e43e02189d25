import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { LinkDescription } from '@zavet/contract/account/account-schemas';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
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

type Stage =
  | { kind: 'looking' }
  | { kind: 'described'; description: LinkDescription }
  | { kind: 'following' }
  | { kind: 'ended'; outcome: LinkOutcome; again: () => void };

function OpenedLink({ link }: { link: MailedLink }) {
  const { t } = useTranslation(['account', 'links']);
  const router = useRouter();
  // Read before the sign-in that forgets it.
  const [path] = useState(pathAfterSignUp);
  const card = useRef<HTMLElement>(null);
  const { stage, follow } = useStages(link);
  const isGoingOn = stage.kind === 'ended' && stage.outcome.kind === 'signed_in';
  useDelayed(isGoingOn, screenTimings.verifyRedirect, () => {
    router.history.replace(path ?? '/dashboard');
  });

  function press(act: () => void) {
    // The pressed button goes away.
    card.current?.focus();
    act();
  }

  const subject = subjectOf(link);
  return (
    <Page title={t(`${subject}.title`)} width="form">
      <Card ref={card} tabIndex={-1} aria-live="polite">
        {stage.kind === 'looking' && <Waiting text={t('links:checking')} />}
        {stage.kind === 'described' && (
          <DescribedLink description={stage.description} onFollow={() => press(follow)} />
        )}
        {stage.kind === 'following' && <Waiting text={t(`${subject}.loading`)} />}
        {stage.kind === 'ended' && (
          <VerifyResult outcome={stage.outcome} onRetry={() => press(stage.again)} />
        )}
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

function useStages(link: MailedLink) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ kind: 'looking' });
  const isLookedAt = useRef(false);

  async function look() {
    setStage({ kind: 'looking' });
    const seen = await lookAtLink(link, surroundings);
    if (seen.kind === 'described') setStage(seen);
    else setStage({ kind: 'ended', outcome: seen, again: () => void look() });
  }

  async function follow() {
    setStage({ kind: 'following' });
    const outcome = await followLink(link, surroundings);
    setStage({ kind: 'ended', outcome, again: () => void follow() });
    if (outcome.kind === 'disowned') {
      const mailedLink = { type: 'recovery', token: outcome.recoveryToken, hasAccessToken: false };
      await navigate({ to: '/update-password', state: { mailedLink }, replace: true });
    }
    if (sessionEnds.has(outcome.kind)) {
      await sessionKeeper.load();
      await queryClient.invalidateQueries();
    }
  }

  const onArrival = useEffectEvent(() => void look());
  useEffect(() => {
    if (isLookedAt.current) return;
    isLookedAt.current = true;
    onArrival();
  }, []);

  return { stage, follow: () => void follow() };
}
