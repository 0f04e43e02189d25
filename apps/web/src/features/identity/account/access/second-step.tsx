import { ApiError } from '@zavet/contract/client';
import type { SecondStepView } from '@zavet/contract/identity/factor-schemas';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { LostDevice } from './lost-device.tsx';
import { isPasskeyKnown } from './passkey-failure.ts';
import styles from './second-step.module.css';
import { CodeStep, PasskeyStep, RecoveryStep } from './second-step-ways.tsx';
import type { SignedInAnswer } from './signed-in-answer.ts';

interface SecondStepProps {
  step: SecondStepView;
  onSignedIn: (answer: SignedInAnswer) => void;
  onAgain: () => void;
}

type Way = 'passkey' | 'code' | 'recovery';

/** What is asked for after a right password. */
export function SecondStep({ step, onSignedIn, onAgain }: SecondStepProps) {
  const { t } = useTranslation('factors');
  const ways = waysOf(step);
  const [way, setWay] = useState<Way | 'lost'>(ways[0] ?? 'lost');
  const [failure, setFailure] = useState<unknown>();
  const isOver = failure instanceof ApiError && failure.code === 'second_step_over';
  const shared = { onSignedIn, onFailure: setFailure };
  return (
    <Page title={t('step.title')} lead={t('step.lead')} width="form">
      <Card>
        {isOver && <StepOver failure={failure} onAgain={onAgain} />}
        {!isOver && way === 'passkey' && step.passkey && (
          <PasskeyStep {...shared} request={step.passkey} failure={failure} />
        )}
        {!isOver && way === 'code' && <CodeStep {...shared} />}
        {!isOver && way === 'recovery' && <RecoveryStep {...shared} />}
        {!isOver && way === 'lost' && (
          <LostDevice
            until={step.lost_device_until}
            onFailure={setFailure}
            onBack={ways[0] && (() => setWay(ways[0] ?? 'lost'))}
          />
        )}
        {!isOver && way !== 'lost' && (
          <div className={styles.others}>
            {ways
              .filter((other) => other !== way)
              .map((other) => (
                <Button key={other} kind="plain" onClick={() => choose(other)}>
                  {t(labels[other])}
                </Button>
              ))}
            <Button kind="plain" onClick={() => choose('lost')}>
              {t('step.lost')}
            </Button>
          </div>
        )}
      </Card>
      {!isOver && (
        <Button kind="plain" onClick={onAgain}>
          {t('step.again')}
        </Button>
      )}
    </Page>
  );

  function choose(next: Way | 'lost') {
    setFailure(undefined);
    setWay(next);
  }
}

const labels = {
  passkey: 'step.toPasskey',
  code: 'step.toCode',
  recovery: 'step.toRecovery',
} as const;

function waysOf({ passkey, has_codes, has_recovery_codes }: SecondStepView): Way[] {
  return [
    ...(passkey && isPasskeyKnown() ? (['passkey'] as const) : []),
    ...(has_codes ? (['code'] as const) : []),
    ...(has_recovery_codes ? (['recovery'] as const) : []),
  ];
}

function StepOver({ failure, onAgain }: { failure: unknown; onAgain: () => void }) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  return (
    <>
      <Notice kind="warning" takesFocus title={describe(failure)} />
      <Button wide onClick={onAgain}>
        {t('step.again')}
      </Button>
    </>
  );
}
