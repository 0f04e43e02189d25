import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { saveAs } from '../../../platform/client/save-as.ts';
import { Button } from '../../../ui/button.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './invitation.module.css';

/** The card to print, for somebody who has agreed. */
export function CardDownload({ token }: { token: string }) {
  const { t } = useTranslation('invitation');
  const card = useMutation({
    mutationFn: () => api.openContactCard({ body: { token } }),
    onSuccess: (pdf) => saveAs(pdf, `${t('card.fileName')}.pdf`),
  });
  return (
    <>
      <p>{t('card.text')}</p>
      {card.isError && <FormFailure failure={card.error} title={t('card.failed')} />}
      <div className={styles.buttons}>
        <Button loading={card.isPending} onClick={() => card.mutate()}>
          {t('card.download')}
        </Button>
      </div>
    </>
  );
}
