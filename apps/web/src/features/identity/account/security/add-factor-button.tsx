import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface AddFactorButtonProps {
  label: string;
  dialogTitle: string;
  /** The account has no second factor yet. */
  isFirst: boolean;
  isBusy: boolean;
  onStart: () => void;
}

/** Before the first factor, a dialog explains the change of the sign-in and the recovery options. */
export function AddFactorButton(props: AddFactorButtonProps) {
  const { label, dialogTitle, isFirst, isBusy, onStart } = props;
  const { t } = useTranslation('factors');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button loading={isBusy} onClick={() => (isFirst ? setAsking(true) : onStart())}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={dialogTitle}
        confirmLabel={t('first.confirm')}
        onConfirm={() => {
          setAsking(false);
          onStart();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{t('first.change')}</p>
        <p>{t('first.codes')}</p>
      </ConfirmDialog>
    </>
  );
}
