import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { LinkDescription } from '@zavet/contract/identity/account-schemas';
import { screenTimings } from '@zavet/contract/timings';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { type MailedLink, useMailedLink } from '../public/mailed-link.ts';
import { followLink, type LinkOutcome, previewLink } from './follow-link.ts';
import { LinkRequest, wordingOf } from './link-request.tsx';
import { loadPathAfterSignUp } from './path-after-sign-up.ts';

const linkContext = {
  api,
  clock: {
    now: Date.now,
    wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  },
  hasSession: async () => (await sessionKeeper.settled()).status === 'signed_in',
  onSignedIn: sessionKeeper.signedIn.bind(sessionKeeper),
};

/** Outcomes that end the session of this browser. */
const sessionEndingOutcomes = new Set<LinkOutcome['kind']>([
  'email_changed',
  'email_restored',
  'disowned',
]);

/** Page of a mailed link: describes its effect, which a button confirms. */
export function VerifyScreen() {
  const link = useMailedLink();
  return <OpenedLink key={`${link.type} ${link.token}`} link={link} />;
}

function OpenedLink({ link }: { link: MailedLink }) {
  const { t } = useTranslation(['account', 'links']);
  const router = useRouter();
  // Loaded on mount, because the sign-in removes the stored path.
  const [path] = useState(loadPathAfterSignUp);
  const card = useRef<HTMLElement>(null);
  const { preview, follow } = useLink(link);
  const outcome = follow.data ?? (preview.data?.kind === 'described' ? undefined : preview.data);
  useDelayed(outcome?.kind === 'signed_in', screenTimings.verifyRedirect, () => {
    router.history.replace(path ?? '/dashboard');
  });

  function press(act: () => unknown) {
    // The pressed button disappears and would take the focus with it.
    card.current?.focus();
    act();
  }

  function content() {
    if (follow.isPending) return <Loading text={t(`${subject}.loading`)} />;
    if (follow.data) {
      return <VerifyResult outcome={follow.data} onRetry={() => press(follow.mutate)} />;
    }
    if (!preview.data || preview.isFetching) return <Loading text={t('links:checking')} />;
    if (preview.data.kind === 'described') {
      const { description } = preview.data;
      return <DescribedLink description={description} onFollow={() => press(follow.mutate)} />;
    }
    return <VerifyResult outcome={preview.data} onRetry={() => press(preview.refetch)} />;
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
  const wording = wordingOf(description.effect);
  return (
    <>
      <LinkRequest description={description} />
      {/* A new password is set on its own page. */}
      {wording !== 'recovery' && (
        <Button wide onClick={onFollow}>
          {t(`act.${wording}`)}
        </Button>
      )}
    </>
  );
}

function Loading({ text }: { text: string }) {
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
  disown_factor: 'links:disown',
  cancel_lost_device: 'links:cancelLostDevice',
} as const;

function subjectOf({ type }: MailedLink) {
  const subject = Object.entries(subjects).find(([name]) => name === type);
  return subject?.[1] ?? 'account:verify';
}

function useLink(link: MailedLink) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function afterFollow(outcome: LinkOutcome) {
    if (outcome.kind === 'disowned') {
      const mailedLink = { type: 'recovery', token: outcome.recoveryToken, hasAccessToken: false };
      await navigate({ to: '/update-password', state: { mailedLink }, replace: true });
    }
    if (sessionEndingOutcomes.has(outcome.kind)) {
      await sessionKeeper.load();
      await queryClient.invalidateQueries();
    }
  }

  const follow = useMutation({
    mutationFn: () => followLink(link, linkContext),
    onSuccess: (outcome) => void afterFollow(outcome),
  });
  const preview = useQuery({
    queryKey: queryKeys.mailedLink('verify', `${link.type} ${link.token}`),
    queryFn: () => previewLink(link, linkContext),
    // A used link cannot be described again.
    enabled: follow.isIdle,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { preview, follow };
}

type LinkTarget = '/settings' | '/forgot-password' | '/login';

interface VerifyResultProps {
  outcome: LinkOutcome;
  onRetry: () => void;
}

function VerifyResult({ outcome, onRetry }: VerifyResultProps) {
  const { t } = useTranslation(['account', 'links', 'shell']);
  const describe = useErrorText();
  const retryButton = 'isTransient' in outcome && outcome.isTransient && (
    <Button wide onClick={onRetry}>
      {t('shell:failure.retry')}
    </Button>
  );
  const renderFailure = (title: string, error: unknown, to: LinkTarget, label: string) => (
    <>
      <Notice kind="error" title={title}>
        {describe(error)}
      </Notice>
      {retryButton}
      <ButtonLink to={to} kind={retryButton ? 'quiet' : 'primary'} wide>
        {label}
      </ButtonLink>
    </>
  );
  /** The unwanted change is undone; a new password is the next step. */
  const renderUndone = (title: string, text: string) => (
    <>
      <Notice kind="success" title={title}>
        {text}
      </Notice>
      <ButtonLink to="/forgot-password" wide>
        {t('emailUndo.newPassword')}
      </ButtonLink>
      <ButtonLink to="/login" kind="quiet" wide>
        {t('verify.signIn')}
      </ButtonLink>
    </>
  );
  switch (outcome.kind) {
    case 'signed_in':
      return <Notice kind="success" title={t('verify.signedIn')} />;
    case 'verified':
      return (
        <>
          <Notice kind="success" title={t('verify.verified')} />
          <ButtonLink to="/login" wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
    case 'verify_failed':
      return (
        <>
          <Notice kind="error" title={t(`verify.${outcome.reason}`)} />
          {retryButton}
          <ButtonLink to="/login" kind={retryButton ? 'quiet' : 'primary'} wide>
            {t('verify.signIn')}
          </ButtonLink>
          <ButtonLink to="/signup" kind="quiet" wide>
            {t('verify.signUpAgain')}
          </ButtonLink>
        </>
      );
    case 'email_changed':
      return (
        <>
          <Notice kind="success" title={t('emailChange.confirmed', { email: outcome.email })} />
          <ButtonLink to="/settings" wide>
            {t('emailChange.toSettings')}
          </ButtonLink>
        </>
      );
    case 'change_failed':
      return renderFailure(
        t('emailChange.failed'),
        outcome.error,
        '/settings',
        t('emailChange.toSettings'),
      );
    case 'email_restored':
      return renderUndone(t('emailUndo.restored', { email: outcome.email }), t('emailUndo.advice'));
    case 'disowned':
      return <SkeletonLines lines={2} />;
    case 'disown_failed':
      return renderFailure(
        t('links:disown.failed'),
        outcome.error,
        '/forgot-password',
        t('emailUndo.newPassword'),
      );
    case 'lost_device_cancelled':
      return renderUndone(t('links:cancelLostDevice.done'), t('links:cancelLostDevice.advice'));
    case 'stop_failed':
      return renderFailure(
        t('links:cancelLostDevice.failed'),
        outcome.error,
        '/forgot-password',
        t('emailUndo.newPassword'),
      );
    case 'undo_failed':
      return renderFailure(t('emailUndo.failed'), outcome.error, '/login', t('verify.signIn'));
  }
}
