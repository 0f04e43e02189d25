import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PreviewableFiles } from '../../../vault/instructions/public/file-preview.tsx';
import styles from './requests.module.css';

/** The documents of a request, to be looked at and saved. */
export function ReviewDocuments({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  if (review.documents.length === 0) {
    return <p>{t(review.explanation === null ? 'detail.removed' : 'detail.noDocuments')}</p>;
  }
  return (
    <PreviewableFiles
      label={t('detail.documents')}
      files={review.documents}
      load={(document, signal) =>
        api.downloadReviewDocument(
          { params: { id: review.id, document_id: document.id } },
          signal && { signal },
        )
      }
    >
      {(document) => (
        <span className={styles.quiet}>
          {t('detail.added', { date: formats.dateTime(document.created_at) })}
        </span>
      )}
    </PreviewableFiles>
  );
}
