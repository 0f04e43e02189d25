import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useId } from 'react';
import { Badge, type Tone } from '../../interface/badge.tsx';
import { Card } from '../../interface/card.tsx';
import { Heading } from '../../interface/heading.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { ActivationFailureNotice } from './activation/activation-failure-notice.tsx';
import { StartPart } from './activation/start-part.tsx';
import { useActivationStart } from './activation/use-activation-start.ts';
import { ActivePart } from './active/active-part.tsx';
import { CardToPrint } from './card-to-print.tsx';
import styles from './legacies.module.css';
import { type LegacyStage, nameOf, stageOf } from './legacy-stage.ts';
import { StillHere } from './still-here.tsx';
import { Timeline } from './timeline.tsx';

export function LegacyCard({ legacy }: { legacy: LegacyView }) {
  const headingId = useId();
  // Kept here, so that what was told stays when the card changes because of it.
  const activation = useActivationStart(legacy);
  const isActive = stageOf(legacy) === 'active';
  return (
    <Card aria-labelledby={headingId}>
      <div className={styles.head}>
        <div className={styles.person}>
          <Heading level={2} id={headingId}>
            {nameOf(legacy)}
          </Heading>
          {legacy.full_name && <p className={styles.quiet}>{legacy.user_email}</p>}
        </div>
        <StateBadge legacy={legacy} />
      </div>
      <Timeline legacy={legacy} />
      <ActivationFailureNotice failure={activation.failure} />
      {isActive ? (
        <ActivePart legacy={legacy} />
      ) : (
        <>
          <StillHere legacy={legacy} />
          <StartPart legacy={legacy} activation={activation} />
          <CardToPrint legacy={legacy} />
        </>
      )}
    </Card>
  );
}

const tones: Record<LegacyStage, Tone> = {
  ready: 'green',
  paidByMe: 'gold',
  paidByOther: 'gold',
  active: 'gold',
};

function StateBadge({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const stage = stageOf(legacy);
  if (legacy.activation?.status === 'delivered') {
    return <Badge tone="green">{t('badge.delivered')}</Badge>;
  }
  return <Badge tone={tones[stage]}>{t(`badge.${stage}`)}</Badge>;
}
