import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useEffect, useId, useRef, useState } from 'react';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ActivationFailureNotice } from './activation/activation-failure-notice.tsx';
import { StartPart } from './activation/start-part.tsx';
import { VetoedPart } from './activation/stopped-part.tsx';
import { useActivationStart } from './activation/use-activation-start.ts';
import { ActivePart } from './active/active-part.tsx';
import { nextStepOf } from './agreement/agreement-rules.ts';
import { AnswerPart } from './agreement/answer-part.tsx';
import { AnsweredPart } from './agreement/answered-part.tsx';
import { ContactCardButton } from './card-to-print.tsx';
import { LapsingPart } from './lapse/lapsing-part.tsx';
import styles from './legacies.module.css';
import { type LegacyStage, nameOf, stageOf } from './legacy-stage.ts';
import { OwnStartToggle } from './own-start.tsx';
import { ApprovedPart } from './request/approved-part.tsx';
import { RejectedPart } from './request/rejected-part.tsx';
import { mayStartWithoutRequest } from './request/request-rules.ts';
import { RequestedPart } from './request/requested-part.tsx';
import { ReconfirmPart } from './still-here.tsx';
import { Timeline } from './timeline.tsx';
import { WaitingPart } from './waiting/waiting-part.tsx';

export function LegacyCard({ legacy }: { legacy: LegacyView }) {
  const headingId = useId();
  const heading = useHeadingFocus();
  // Kept here, so that what was told stays when the card changes because of it.
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
      <StagePart legacy={legacy} activation={activation} onDone={heading.take} />
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
            <OwnStartToggle label={t('startWithout')}>
              <StartPart legacy={legacy} activation={activation} onDone={onDone} />
            </OwnStartToggle>
          )}
        </>
      );
    case 'askedMe':
      return (
        <>
          <AnswerPart legacy={legacy} onDone={onDone} />
          <OwnStartToggle>
            <StartPart legacy={legacy} activation={activation} onDone={onDone} />
          </OwnStartToggle>
        </>
      );
    case 'answered':
      return (
        <>
          <AnsweredPart legacy={legacy} />
          <OwnStartToggle>
            <StartPart legacy={legacy} activation={activation} onDone={onDone} />
          </OwnStartToggle>
        </>
      );
    case 'ready':
    case 'asked':
    case 'agreed':
    case 'paidByMe':
    case 'paidByOther':
      return <StartPart legacy={legacy} activation={activation} onDone={onDone} />;
  }
}

/** The focus goes to the heading when the button that was pressed goes away. */
function useHeadingFocus() {
  const ref = useRef<HTMLHeadingElement>(null);
  const [acts, setActs] = useState(0);
  useEffect(() => {
    if (acts > 0) ref.current?.focus();
  }, [acts]);
  return { ref, take: () => setActs((count) => count + 1) };
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
