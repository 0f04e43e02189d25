import { Button } from '../../../../ui/button.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { ResultPage } from '../../../../ui/result-page.tsx';
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
  if (link.is_confirmed || confirm.isSuccess) {
    return (
      <ResultPage
        drawing={<Envelope kind="sealed" />}
        title={t('confirmation.doneTitle')}
        tabTitle={t('confirmation.tabTitle')}
        lead={t('confirmation.done', { email })}
        role={confirm.isSuccess ? 'status' : undefined}
      />
    );
  }
  return (
    <Page title={t('confirmation.title')} tabTitle={t('confirmation.tabTitle')} width="text">
      <div className={styles.stack}>
        <p className={styles.lead}>{t('confirmation.text', { owner, email })}</p>
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
    </Page>
  );
}
