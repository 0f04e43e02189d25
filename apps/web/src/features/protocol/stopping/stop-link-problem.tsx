import { Button, ButtonLink } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Page } from '../../../interface/page.tsx';
import styles from './stopping.module.css';

export function StopLinkProblem({ onEnterCode }: { onEnterCode: () => void }) {
  const { t } = useTranslation('stop');
  return (
    <Page title={t('link.title')} tabTitle={t('tabTitle')} width="text">
      <Card>
        <Notice kind="warning" announced>
          {t('link.text')}
        </Notice>
        <div className={styles.actions}>
          <Button kind="quiet" onClick={onEnterCode}>
            {t('link.code')}
          </Button>
          <ButtonLink to="/dashboard" kind="quiet">
            {t('link.signIn')}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  );
}
