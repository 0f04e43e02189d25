import { type Ref, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface AddFactorButtonProps {
  label: string;
  dialogTitle: string;
  /** The account has no second factor yet. */
  isFirst: boolean;
  isBusy: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onStart: () => void;
}

/** Before the first factor, a dialog explains the change of the sign-in and the recovery options. */
export function AddFactorButton(props: AddFactorButtonProps) {
  const { label, dialogTitle, isFirst, isBusy, buttonRef, onStart } = props;
  const { t } = useTranslation('factors');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div>
        <Button
          kind="quiet"
          ref={buttonRef}
          loading={isBusy}
          onClick={() => (isFirst ? setAsking(true) : onStart())}
        >
          {label}
        </Button>
      </div>
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
        <p>{t('first.wait')}</p>
      </ConfirmDialog>
    </>
  );
}
