import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../../ui/result-page.tsx';

export function UnusableLink({ onEnterCode }: { onEnterCode: () => void }) {
  const { t } = useTranslation('stop');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('link.title')}
      tabTitle={t('tabTitle')}
      lead={t('link.text')}
      actions={
        <>
          <Button onClick={onEnterCode}>{t('link.code')}</Button>
          <ButtonLink to="/dashboard" kind="quiet">
            {t('link.signIn')}
          </ButtonLink>
        </>
      }
    />
  );
}
