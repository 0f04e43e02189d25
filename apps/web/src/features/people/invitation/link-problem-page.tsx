import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../ui/result-page.tsx';
import type { LinkProblem } from '../../identity/account/public/link-problem.ts';
import type { QuestionSubject } from './question-page.tsx';

/** A link that leads nowhere any more, and whom to ask. */
export function LinkProblemPage({
  subject,
  problem,
}: {
  subject: QuestionSubject;
  problem: LinkProblem;
}) {
  const { t } = useTranslation<QuestionSubject>(subject);
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(`link.${problem}Title`)}
      tabTitle={t('tabTitle')}
      role="status"
    >
      <p>{t(`link.${problem}`)}</p>
      <p>{t('link.ask')}</p>
    </ResultPage>
  );
}
