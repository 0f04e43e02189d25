import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface FirstFactorDialogProps {
  isOpen: boolean;
  title: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Explains before the first factor how signing in changes, and the ways out. */
export function FirstFactorDialog(props: FirstFactorDialogProps) {
  const { t } = useTranslation('factors');
  return (
    <ConfirmDialog {...props} confirmLabel={t('first.confirm')}>
      <p>{t('first.change')}</p>
      <p>{t('first.codes')}</p>
      <p>{t('first.wait')}</p>
    </ConfirmDialog>
  );
}
