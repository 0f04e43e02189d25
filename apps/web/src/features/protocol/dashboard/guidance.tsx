import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';
import { useId, useState } from 'react';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { useSession } from '../../../platform/session/session.ts';
import { privateStorage } from '../../../platform/storage/private-storage.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { IconCheck } from '../../../ui/icons.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './dashboard.module.css';
import {
  confirmationStageOf,
  type FirstStep,
  type FirstStepsView,
  firstStepsOf,
  isContactOnly,
} from './dashboard-rules.ts';
import { LettersCard } from './letters-card.tsx';

interface GuidanceProps {
  dashboard: DashboardView;
  readiness: EndpointResult<'getReadiness'>;
}

/** The first steps; when they are done or dismissed, the letters and the next step. */
export function Guidance({ dashboard, readiness }: GuidanceProps) {
  const { isDismissed, dismiss } = useDismissedSteps();
  const steps = firstStepsOf(dashboard);
  if (isContactOnly(dashboard)) return <BecomeOwnerCard />;
  return steps.next && !isDismissed ? (
    <FirstStepsCard dashboard={dashboard} view={steps} onDismiss={dismiss} />
  ) : (
    <LettersCard readiness={readiness} />
  );
}

const storageKey = 'first-steps-put-away';

/** Dismissal of the first steps in this browser, until sign-out. */
function useDismissedSteps() {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.session.user.id : '';
  const [isDismissed, setDismissed] = useState(
    () => privateStorage.find(userId, storageKey) !== undefined,
  );

  function dismiss() {
    privateStorage.keep(userId, storageKey, 'yes');
    setDismissed(true);
  }

  return { isDismissed, dismiss };
}

/** Invites a contact of other owners to write instructions. Replaces the first steps. */
function BecomeOwnerCard() {
  const { t } = useTranslation('dashboard');
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('ownInvitation.title')}
      </Heading>
      <Card>
        <p className={styles.lead}>{t('ownInvitation.text')}</p>
        <div>
          <ButtonLink to="/instructions" search={{ new: '1' }} kind="quiet">
            {t('ownInvitation.action')}
          </ButtonLink>
        </div>
      </Card>
    </section>
  );
}

interface FirstStepsCardProps {
  dashboard: DashboardView;
  view: FirstStepsView;
  onDismiss: () => void;
}

function FirstStepsCard({ dashboard, view, onDismiss }: FirstStepsCardProps) {
  const { t } = useTranslation('dashboard');
  const headingId = useId();
  const { steps, next } = view;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading level={2} size="section" id={headingId}>
          {t('firstSteps.title')}
        </Heading>
        <Badge tone="green">{t('firstSteps.progress', { done, total: steps.length })}</Badge>
      </div>
      <Card>
        <ol className={styles.steps}>
          {steps.map(({ name, isDone }) =>
            isDone ? (
              <CompletedStep key={name} step={name} />
            ) : (
              <PendingStep key={name} step={name} dashboard={dashboard} isNext={name === next} />
            ),
          )}
        </ol>
        <div>
          <Button kind="plain" onClick={onDismiss}>
            {t('firstSteps.putAway')}
          </Button>
        </div>
      </Card>
    </section>
  );
}

function CompletedStep({ step }: { step: FirstStep }) {
  const { t } = useTranslation('dashboard');
  return (
    <li data-done>
      <span className={styles.mark}>
        <IconCheck size={16} stroke={3} />
      </span>
      <span>
        {t(`firstSteps.${step}.done`)}
        <VisuallyHidden> {t('firstSteps.done')}</VisuallyHidden>
      </span>
    </li>
  );
}

interface PendingStepProps {
  step: FirstStep;
  dashboard: DashboardView;
  /** The next step has an explanation and the main button; the other steps are links. */
  isNext: boolean;
}

function PendingStep({ step, dashboard, isNext }: PendingStepProps) {
  const { t } = useTranslation('dashboard');
  const link = linkTo(step);
  const title = t(`firstSteps.${step}.open`);
  const isInProgress = step === 'confirmation' && confirmationStageOf(dashboard) !== 'unnamed';
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <span className={styles.mark} />
      <div className={styles.step}>
        <div>
          <p className={styles.stepTitle}>
            {isNext ? title : <TextLink {...link}>{title}</TextLink>}
            <VisuallyHidden> {t('firstSteps.open')}</VisuallyHidden>
          </p>
          {(isNext || isInProgress) && <Explanation step={step} dashboard={dashboard} />}
        </div>
        {isNext && <ButtonLink {...link}>{t(`firstSteps.${step}.action`)}</ButtonLink>}
      </div>
    </li>
  );
}

function Explanation({ step, dashboard }: Omit<PendingStepProps, 'isNext'>) {
  const { t } = useTranslation('dashboard');
  return (
    <p className={styles.quiet}>
      {step === 'confirmation'
        ? t(`firstSteps.confirmation.text.${confirmationStageOf(dashboard)}`)
        : t(`firstSteps.${step}.text`)}
    </p>
  );
}

function linkTo(step: FirstStep) {
  switch (step) {
    case 'profile':
      return { to: '/settings' } as const;
    case 'contact':
    case 'confirmation':
      return { to: '/contact' } as const;
    case 'instruction':
      return { to: '/instructions', search: { new: '1' } } as const;
  }
}
