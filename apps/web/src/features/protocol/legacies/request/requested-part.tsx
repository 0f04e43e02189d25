import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../legacies.module.css';
import { useRequest } from '../legacy-queries.ts';
import { nameOf } from '../legacy-stage.ts';
import { SupportHint } from '../whom-to-ask.tsx';
import { WithdrawRequest } from './withdraw.tsx';

interface RequestedPartProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** The request is with the operators: since when, with what, and what can still be done. */
export function RequestedPart({ legacy, onDone }: RequestedPartProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const { activation } = legacy;
  if (!activation) return null;
  const name = nameOf(legacy);
  return (
    <>
      <div className={styles.paragraphs}>
        <p className={styles.leaving}>
          {t('requested.title', { date: formats.dateTime(activation.started_at) })}
        </p>
        <p>{t('requested.text')}</p>
        {legacy.answer_by && <p>{t('answerBy', { day: formats.day(legacy.answer_by) })}</p>}
        <p>{t('requested.owner', { name })}</p>
        <DocumentCount id={activation.id} />
      </div>
      <div className={styles.actions}>
        <ButtonLink
          to="/trusted-legacies/request"
          search={{ legacy: legacy.trusted_contact_id }}
          aria-label={t('requested.openNamed', { name })}
        >
          {t('requested.open')}
        </ButtonLink>
        <WithdrawRequest legacy={legacy} onDone={onDone} />
      </div>
      <SupportHint />
    </>
  );
}

/** How many documents are there; nothing is said while nobody knows. */
function DocumentCount({ id }: { id: string }) {
  const { t } = useTranslation('requests');
  const documents = useRequest(id).data?.request.documents;
  if (!documents) return null;
  return (
    <p>
      {documents.length > 0
        ? t('requested.documents', { count: documents.length })
        : t('requested.noDocuments')}
    </p>
  );
}
