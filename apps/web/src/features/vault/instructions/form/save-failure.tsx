import { ApiError } from '@zavet/contract/client';
import { Button } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

interface SaveFailureProps {
  failure: unknown;
  isBusy: boolean;
  onSaveAsNew: () => void;
}

/** Why it was not saved. Where the instruction is gone, the text can become a new one. */
export function SaveFailure({ failure, isBusy, onSaveAsNew }: SaveFailureProps) {
  const { t } = useTranslation('instructions');
  const isGone = failure instanceof ApiError && failure.code === 'not_found';
  if (!isGone) return <FormFailure failure={failure} title={t('form.saveFailed')} />;
  return (
    <Notice
      kind="error"
      announced
      title={t('form.goneTitle')}
      actions={
        <Button kind="quiet" loading={isBusy} onClick={onSaveAsNew}>
          {t('conflict.saveAsNew')}
        </Button>
      }
    >
      {t('form.goneText')}
    </Notice>
  );
}
