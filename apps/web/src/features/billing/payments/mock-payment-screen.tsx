import { useSearch } from '@tanstack/react-router';
import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';
import { useSetupCheck } from '../../../platform/setup/setup.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import { addMockResult, parseReturnUrl } from './payment-return-rules.ts';
import styles from './payments.module.css';

const shownIdLength = 8;

/** Replaces the payment provider's page in test setups. */
export function MockPaymentScreen() {
  const { t } = useTranslation('payment');
  const setup = useSetupCheck();
  if (!setup.data?.mock_payment_available) return <MockPaymentUnavailable />;
  return (
    <Page title={t('mock.title')} lead={t('mock.lead')} width="form">
      <MockPayment />
    </Page>
  );
}

function MockPayment() {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  const search = useSearch({ from: '/private/mock-payment' });
  const returnUrl = parseReturnUrl(search.return, window.location.origin);
  const amount = Number(search.amount || Number.NaN);
  const details: Detail[] = [
    [t('mock.description'), search.description],
    [t('mock.plan'), search.plan],
    [t('mock.amount'), Number.isFinite(amount) ? formats.rubles(amount) : undefined],
    [t('mock.payment'), search.payment_id?.slice(0, shownIdLength)],
  ];
  return (
    <>
      <Card>
        <DetailList details={details} />
        {returnUrl ? (
          <MockResults
            onResult={(status) =>
              window.location.assign(
                addMockResult(returnUrl, { status, paymentId: search.payment_id, crt: search.crt }),
              )
            }
          />
        ) : (
          <>
            <Notice kind="error" title={t('mock.refusedTitle')}>
              {t('mock.refusedText')}
            </Notice>
            <ButtonLink to="/settings" search={{ tab: 'plan' }} wide>
              {t('return.toPlan')}
            </ButtonLink>
          </>
        )}
      </Card>
      <DebugDetails
        title={t('mock.debug')}
        details={[
          ['crt', search.crt],
          [t('mock.returnAddress'), search.return],
          ['payment_id', search.payment_id],
        ]}
      />
    </>
  );
}

function MockResults({ onResult }: { onResult: (status: MockStatus) => void }) {
  const { t } = useTranslation('payment');
  return (
    <div className={styles.results}>
      <Button wide onClick={() => onResult('succeeded')}>
        {t('mock.pay')}
      </Button>
      <Button wide kind="quiet" onClick={() => onResult('canceled')}>
        {t('mock.cancel')}
      </Button>
      <Button wide kind="quietDanger" onClick={() => onResult('error')}>
        {t('mock.error')}
      </Button>
    </div>
  );
}

function MockPaymentUnavailable() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('mock.unavailableTitle')}
      lead={t('mock.unavailableText')}
      actions={
        <ButtonLink to="/settings" search={{ tab: 'plan' }}>
          {t('return.toPlan')}
        </ButtonLink>
      }
    />
  );
}

type Detail = [name: string, value: string | undefined];

function DetailList({ details }: { details: Detail[] }) {
  const { t } = useTranslation('payment');
  return (
    <dl className={styles.facts}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-unset={!value || undefined}>{value || t('mock.unset')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the raw search parameters of the page. */
function DebugDetails({ title, details }: { title: string; details: Detail[] }) {
  return (
    <Card className={styles.debug} aria-labelledby="mock-debug">
      <Heading level={2} size="row" id="mock-debug">
        {title}
      </Heading>
      <DetailList details={details} />
    </Card>
  );
}
