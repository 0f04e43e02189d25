import { Button } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { FormFailure } from '../../../interface/form/form.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Page } from '../../../interface/page.tsx';
import { useConfirmSecondAddress, type useSecondAddressLink } from '../api/second-address.ts';
import styles from '../stopping/stopping.module.css';

interface ConfirmAddressProps {
  token: string;
  link: NonNullable<ReturnType<typeof useSecondAddressLink>['data']>;
}

/** Whose second address this will be and what comes to it, with one button. */
export function ConfirmAddress({ token, link }: ConfirmAddressProps) {
  const { t } = useTranslation('release');
  const confirm = useConfirmSecondAddress(token);
  const { owner_name: owner, email } = link;
  const isDone = link.is_confirmed || confirm.isSuccess;
  return (
    <Page
      title={t(isDone ? 'confirmation.doneTitle' : 'confirmation.title')}
      tabTitle={t('confirmation.tabTitle')}
      width="text"
    >
      <Card>
        {isDone ? (
          <Notice kind="success" announced={confirm.isSuccess} takesFocus={confirm.isSuccess}>
            {t('confirmation.done', { email })}
          </Notice>
        ) : (
          <div className={styles.stack}>
            <p>{t('confirmation.text', { owner, email })}</p>
            <p>{t('confirmation.meaning')}</p>
            {confirm.isError && (
              <FormFailure failure={confirm.error} title={t('confirmation.failed')} />
            )}
            <div>
              <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
                {t('confirmation.act')}
              </Button>
            </div>
            <p className={styles.quiet}>{t('confirmation.otherwise')}</p>
          </div>
        )}
      </Card>
    </Page>
  );
}
