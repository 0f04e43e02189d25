import { useMutation } from '@tanstack/react-query';
import type { OutputOf } from '@zavet/contract/endpoint';
import type { settingsEndpoints } from '@zavet/contract/protocol/settings-endpoints';
import { api } from '../../../platform/client/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import {
  type LinkProblem,
  MailedLinkPage,
  type OpenedLink,
} from '../../identity/account/public/mailed-link-page.tsx';
import styles from './veto/veto.module.css';

type AddressView = OutputOf<typeof settingsEndpoints.describeSecondAddress>;

/** Opened from the confirmation mail to a second address, signed in or not. */
export function SecondAddressScreen() {
  const { t } = useTranslation('release');
  return (
    <>
      <meta name="robots" content="noindex" />
      <MailedLinkPage
        question="second-address"
        read={(token) => api.describeSecondAddress({ body: { token } })}
        waiting={{
          title: t('confirmation.title'),
          tabTitle: t('confirmation.tabTitle'),
          loading: t('confirmation.loading'),
          loadFailed: t('confirmation.loadFailed'),
          lines: 3,
        }}
        renderProblem={(problem) => <UnusableLink problem={problem} />}
      >
        {(link) => <ConfirmAddress link={link} />}
      </MailedLinkPage>
    </>
  );
}

function UnusableLink({ problem }: { problem: LinkProblem }) {
  const { t } = useTranslation('release');
  const isExpired = problem === 'expired';
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(isExpired ? 'confirmation.expiredTitle' : 'confirmation.linkTitle')}
      tabTitle={t('confirmation.tabTitle')}
      lead={isExpired ? t('confirmation.ask') : t('confirmation.invalid')}
    >
      {!isExpired && <p>{t('confirmation.ask')}</p>}
    </ResultPage>
  );
}

function ConfirmAddress({ link }: { link: OpenedLink<AddressView> }) {
  const { t } = useTranslation('release');
  const { token, view } = link;
  const confirm = useMutation({ mutationFn: () => api.confirmSecondAddress({ body: { token } }) });
  const { owner_name: owner, email } = view;
  if (view.is_confirmed || confirm.isSuccess) {
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
