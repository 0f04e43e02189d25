import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';

/** Shows which operator works on an undecided request. */
export function ClaimNotice({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const describe = useErrorText();
  const claim = useMutationOf('claimReview');
  const release = useMutationOf('releaseReview');
  if (review.status !== 'requested' || review.is_involved) return null;
  const { claim: currentClaim } = review;
  const params = { id: review.id };
  const onError = (error: Error) => toasts.error(describe(error));

  if (currentClaim?.is_mine) {
    return (
      <Notice
        title={t('claim.mine', { time: formats.time(currentClaim.until) })}
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
  const instead_of = currentClaim?.operator_id ?? null;
  const button = (
    <Button
      kind="quiet"
      loading={claim.isPending}
      onClick={() => claim.mutate({ params, body: { instead_of } }, { onError })}
    >
      {t(currentClaim ? 'claim.takeOver' : 'claim.take')}
    </Button>
  );
  if (!currentClaim) return <div>{button}</div>;
  const name = currentClaim.operator.name ?? currentClaim.operator.email;
  return (
    <Notice
      kind="warning"
      title={t('claim.other', { name, time: formats.time(currentClaim.until) })}
      actions={button}
    >
      {t('claim.ask')}
    </Notice>
  );
}
