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
import { StartSection } from './activation/start-section.tsx';
import { ActiveSection } from './active-section.tsx';
import { AgreedSection, AnswerSection } from './agreement-sections.tsx';
import { LapsingPlanSection } from './lapsing-plan-section.tsx';
import styles from './legacies.module.css';
import { type LegacyStage, nameOf, stageOf } from './legacy-stage.ts';
import {
  ApprovedRequest,
  OpenRequest,
  RejectedRequest,
  VetoedStart,
} from './request/request-sections.tsx';
import { mayStartWithoutRequest, nextStepOf } from './start-rules.ts';
import { Timeline } from './timeline.tsx';
import { WaitingSection } from './waiting-section.tsx';

export function LegacyCard({ legacy }: { legacy: LegacyView }) {
  const headingId = useId();
  const heading = useHeadingFocus();
  // Called in the card, not in a section, so that a failure stays visible when the stage changes.
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
      <LapsingPlanSection legacy={legacy} />
      {isActive ? null : <ReconfirmationSection legacy={legacy} />}
      <StageSection legacy={legacy} activation={activation} onDone={heading.focus} />
      {isActive ? null : <ContactCardButton legacy={legacy} />}
    </Card>
  );
}

interface StageSectionProps {
  legacy: LegacyView;
  activation: ReturnType<typeof useActivationStart>;
  onDone: () => void;
}

function StageSection({ legacy, activation, onDone }: StageSectionProps) {
  const { t } = useTranslation('requests');
  const start = <StartSection legacy={legacy} activation={activation} onDone={onDone} />;
  switch (stageOf(legacy)) {
    case 'active':
      return <ActiveSection legacy={legacy} />;
    case 'waiting':
      return <WaitingSection legacy={legacy} onDone={onDone} />;
    case 'vetoed':
      return <VetoedStart legacy={legacy} />;
    case 'requested':
      return <OpenRequest legacy={legacy} onDone={onDone} />;
    case 'approved':
      return <ApprovedRequest legacy={legacy} activation={activation} onDone={onDone} />;
    case 'rejected':
      return (
        <>
          <RejectedRequest legacy={legacy} />
          {mayStartWithoutRequest(legacy) && (
            <OwnStartToggle label={t('startWithout')}>{start}</OwnStartToggle>
          )}
        </>
      );
    case 'askedMe':
      return (
        <>
          <AnswerSection legacy={legacy} onDone={onDone} />
          <OwnStartToggle>{start}</OwnStartToggle>
        </>
      );
    case 'answered':
      return (
        <>
          <AgreedSection legacy={legacy} />
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
  vetoed: 'plain',
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
  const shownStage = stage === 'asked' && mayPay ? 'agreed' : stage;
  return <Badge tone={tones[shownStage]}>{t(`badge.${shownStage}`)}</Badge>;
}

interface OwnStartToggleProps {
  label?: string;
  children: ReactNode;
}

/** Reveals the start section to a contact who is asked to agree or whose request was rejected. */
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

function ReconfirmationSection({ legacy }: { legacy: LegacyView }) {
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
