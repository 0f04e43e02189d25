import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';

/** The operator who works on an undecided request. */
export function ClaimNotice({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const describe = useErrorText();
  const claim = useMutationOf('claimReview');
  const release = useMutationOf('releaseReview');
  if (review.status !== 'requested' || review.is_involved) return null;
  const { claim: present } = review;
  const params = { id: review.id };
  const onError = (error: Error) => toasts.error(describe(error));

  if (present?.is_mine) {
    return (
      <Notice
        title={t('claim.mine', { time: formats.time(present.until) })}
        actions={
          <Button
            kind="quiet"
            loading={release.isPending}
            onClick={() => release.mutate({ params }, { onError })}
          >
            {t('claim.release')}
          </Button>
        }
      />
    );
  }
  const instead_of = present?.operator_id ?? null;
  const button = (
    <Button
      kind="quiet"
      loading={claim.isPending}
      onClick={() => claim.mutate({ params, body: { instead_of } }, { onError })}
    >
      {t(present ? 'claim.takeOver' : 'claim.take')}
    </Button>
  );
  if (!present) return <div>{button}</div>;
  const name = present.operator.name ?? present.operator.email;
  return (
    <Notice
      kind="warning"
      title={t('claim.other', { name, time: formats.time(present.until) })}
      actions={button}
    >
      {t('claim.ask')}
    </Notice>
  );
}
