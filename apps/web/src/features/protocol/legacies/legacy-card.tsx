import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { saveAs } from '../../../platform/client/save-as.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Heading } from '../../../ui/heading.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { ActivationFailureNotice, useActivationStart } from './activation/activation-start.tsx';
import { StartPart } from './activation/start-part.tsx';
import { ActivePart } from './active-part.tsx';
import { AnsweredPart, AnswerPart } from './agreement-parts.tsx';
import { LapsingPart } from './lapsing-part.tsx';
import styles from './legacies.module.css';
import { type LegacyStage, nameOf, stageOf } from './legacy-stage.ts';
import { ApprovedPart, RejectedPart, RequestedPart, VetoedPart } from './request/request-parts.tsx';
import { mayStartWithoutRequest, nextStepOf } from './start-rules.ts';
import { Timeline } from './timeline.tsx';
import { WaitingPart } from './waiting-part.tsx';

export function LegacyCard({ legacy }: { legacy: LegacyView }) {
  const headingId = useId();
  const heading = useHeadingFocus();
  // Kept here, so that a failure stays visible when the stage changes.
  const activation = useActivationStart(legacy);
  const isActive = stageOf(legacy) === 'active';
  return (
    <Card aria-labelledby={headingId}>
      <div className={styles.head}>
        <Initials name={nameOf(legacy)} tone="gold" size="large" />
        <div className={styles.person}>
          <Heading level={2} id={headingId} ref={heading.ref} tabIndex={-1}>
            {nameOf(legacy)}
          </Heading>
          {legacy.full_name && <p className={styles.quiet}>{legacy.user_email}</p>}
        </div>
        <StateBadge legacy={legacy} />
      </div>
      <Timeline legacy={legacy} />
      <ActivationFailureNotice failure={activation.failure} failedStep={activation.failedStep} />
      <LapsingPart legacy={legacy} />
      {isActive ? null : <ReconfirmPart legacy={legacy} />}
      <StagePart legacy={legacy} activation={activation} onDone={heading.focus} />
      {isActive ? null : <ContactCardButton legacy={legacy} />}
    </Card>
  );
}

interface StagePartProps {
  legacy: LegacyView;
  activation: ReturnType<typeof useActivationStart>;
  onDone: () => void;
}

function StagePart({ legacy, activation, onDone }: StagePartProps) {
  const { t } = useTranslation('requests');
  const start = <StartPart legacy={legacy} activation={activation} onDone={onDone} />;
  switch (stageOf(legacy)) {
    case 'active':
      return <ActivePart legacy={legacy} />;
    case 'waiting':
      return <WaitingPart legacy={legacy} onDone={onDone} />;
    case 'stopped':
      return <VetoedPart legacy={legacy} />;
    case 'requested':
      return <RequestedPart legacy={legacy} onDone={onDone} />;
    case 'approved':
      return <ApprovedPart legacy={legacy} activation={activation} onDone={onDone} />;
    case 'rejected':
      return (
        <>
          <RejectedPart legacy={legacy} />
          {mayStartWithoutRequest(legacy) && (
            <OwnStartToggle label={t('startWithout')}>{start}</OwnStartToggle>
          )}
        </>
      );
    case 'askedMe':
      return (
        <>
          <AnswerPart legacy={legacy} onDone={onDone} />
          <OwnStartToggle>{start}</OwnStartToggle>
        </>
      );
    case 'answered':
      return (
        <>
          <AnsweredPart legacy={legacy} />
          <OwnStartToggle>{start}</OwnStartToggle>
        </>
      );
    case 'ready':
    case 'asked':
    case 'agreed':
    case 'paidByMe':
    case 'paidByOther':
      return start;
  }
}

/** Moves focus to the heading when the pressed button disappears. */
function useHeadingFocus() {
  const ref = useRef<HTMLHeadingElement>(null);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) ref.current?.focus();
  }, [requests]);
  return { ref, focus: () => setRequests((count) => count + 1) };
}

const tones: Record<LegacyStage, Tone> = {
  ready: 'green',
  requested: 'gold',
  approved: 'green',
  rejected: 'plain',
  stopped: 'plain',
  askedMe: 'gold',
  answered: 'gold',
  asked: 'gold',
  agreed: 'gold',
  paidByMe: 'gold',
  paidByOther: 'gold',
  waiting: 'gold',
  active: 'gold',
};

function StateBadge({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const stage = stageOf(legacy);
  if (legacy.activation?.status === 'delivered') {
    return <Badge tone="green">{t('badge.delivered')}</Badge>;
  }
  const mayPay = nextStepOf(legacy) === 'pay';
  const shown = stage === 'asked' && mayPay ? 'agreed' : stage;
  return <Badge tone={tones[shown]}>{t(`badge.${shown}`)}</Badge>;
}

interface OwnStartToggleProps {
  label?: string;
  children: ReactNode;
}

/** Reveals the start for a contact who is asked to agree or whose request was rejected. */
function OwnStartToggle({ label, children }: OwnStartToggleProps) {
  const { t } = useTranslation('legacies');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label ?? t('answer.ownStart')}
        </Button>
      </div>
      {isOpen && children}
    </>
  );
}

/** Reconfirmation for a signed-in contact. */
function ReconfirmPart({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const confirm = useMutationOf('reconfirmAsContact');
  if (legacy.reconfirmation_asked_at === null || legacy.status !== 'confirmed') return null;
  return (
    <div className={styles.part}>
      <p>{t('reconfirmation.asked')}</p>
      <div>
        <Button
          kind="quiet"
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(
              { params: { id: legacy.trusted_contact_id } },
              {
                onSuccess: () => toasts.success(t('reconfirmation.done')),
                onError: (error) =>
                  toasts.error(`${t('reconfirmation.failed')}. ${describe(error)}`),
              },
            )
          }
        >
          {t('reconfirmation.yes')}
        </Button>
      </div>
    </div>
  );
}

/** Downloads the contact card to print. */
function ContactCardButton({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const card = useMutationOf('getContactCard', {
    onSuccess: (pdf) => saveAs(pdf, `${t('card.fileName')}.pdf`),
  });
  return (
    <div>
      <Button
        kind="plain"
        loading={card.isPending}
        aria-label={t('card.openNamed', { name: nameOf(legacy) })}
        onClick={() =>
          card.mutate(
            { params: { id: legacy.trusted_contact_id } },
            { onError: (error) => toasts.error(`${t('card.failed')}. ${describe(error)}`) },
          )
        }
      >
        {t('card.open')}
      </Button>
    </div>
  );
}
