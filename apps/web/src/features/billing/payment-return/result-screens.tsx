import { ButtonLink } from '../../../ui/button.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../ui/result-page.tsx';

export function SuccessScreen() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage
      drawing={<Envelope kind="sealed" />}
      title={t('success.title')}
      lead={t('success.text')}
      actions={<NextSteps />}
    />
  );
}

export function CancelScreen() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('cancel.title')}
      lead={t('cancel.text')}
      actions={<NextSteps />}
    />
  );
}

/** Links for any kind of payment. */
function NextSteps() {
  const { t } = useTranslation(['payment', 'shell']);
  return (
    <>
      <ButtonLink to="/settings" search={{ tab: 'plan' }}>
        {t('return.toPlan')}
      </ButtonLink>
      <ButtonLink to="/trusted-legacies" kind="quiet">
        {t('return.toLegacies')}
      </ButtonLink>
      <ButtonLink to="/dashboard" kind="plain">
        {t('shell:actions.toDashboard')}
      </ButtonLink>
    </>
  );
}
