import { Card } from '../../interface/card.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';
import type { LinkProblem } from '../account/public/link-problem.ts';

export function LinkProblemCard({ problem }: { problem: LinkProblem }) {
  const { t } = useTranslation('invitation');
  return (
    <Page title={t(`link.${problem}Title`)} tabTitle={t('tabTitle')} width="text">
      <Card>
        <Notice kind="warning" announced>
          {t(`link.${problem}`)}
        </Notice>
        <p>{t('link.ask')}</p>
      </Card>
    </Page>
  );
}
