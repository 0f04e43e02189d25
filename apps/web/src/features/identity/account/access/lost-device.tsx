import { ApiError } from '@zavet/contract/client';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

interface LostDeviceProps {
  /** When a wait that was begun before ends. */
  until: string | null;
  onFailure: (failure: unknown) => void;
  /** Left out where there is nothing to go back to. */
  onBack: (() => void) | undefined;
}

/** For somebody who has no second factor at hand: says what waiting means, and begins it. */
export function LostDevice({ until, onFailure, onBack }: LostDeviceProps) {
  const { t } = useTranslation('factors');
  const formats = useFormats();
  const describe = useErrorText();
  const [endsAt, setEndsAt] = useState(until);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function report() {
    setBusy(true);
    setFailure(undefined);
    try {
      setEndsAt((await api.reportLostDevice()).ends_at);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_step_over') onFailure(error);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Heading level={2}>{t('step.lostTitle')}</Heading>
      <p>{t('step.lostText')}</p>
      {failure !== undefined && (
        <Notice kind="error" announced title={t('step.lostFailure')}>
          {describe(failure)}
        </Notice>
      )}
      {endsAt ? (
        <Notice announced>{t('step.lostDone', { time: formats.deadline(endsAt) })}</Notice>
      ) : (
        <Button wide loading={isBusy} onClick={() => void report()}>
          {t('step.lostConfirm')}
        </Button>
      )}
      {onBack && (
        <Button kind="quiet" wide onClick={onBack}>
          {t('step.lostBack')}
        </Button>
      )}
    </>
  );
}
