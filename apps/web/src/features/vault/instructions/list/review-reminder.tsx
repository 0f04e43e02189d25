import { monthsSince, needsReview } from '@zavet/contract/vault/instruction-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { instructionCache } from '../instruction-queries.ts';

/** What was not looked at for half a year may no longer hold. */
export function ReviewReminder({ instruction }: { instruction: InstructionSummary }) {
  const { t } = useTranslation('instructions');
  const review = useConfirmReview(instruction.id);
  const reviewedAt = new Date(instruction.reviewed_at);
  const now = new Date();
  if (!needsReview(reviewedAt, now)) return null;
  return (
    <Notice
      kind="warning"
      title={t('review.title', { count: monthsSince(reviewedAt, now) })}
      actions={
        <Button
          kind="quiet"
          loading={review.isPending}
          aria-label={t('review.actionNamed', { title: instruction.title })}
          onClick={review.confirm}
        >
          {t('review.action')}
        </Button>
      }
    >
      {t('review.text')}
    </Notice>
  );
}

/** Says that an instruction still holds. */
export function useConfirmReview(id: string) {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const review = useMutationOf('reviewInstruction', {
    show: (client, { reviewed_at }) => instructionCache(client).reviewed(id, reviewed_at),
  });
  return {
    isPending: review.isPending,
    confirm: () =>
      review.mutate(
        { params: { id } },
        {
          onSuccess: () => toasts.success(t('review.done')),
          onError: (error) => toasts.error(t('review.failed', { reason: describe(error) })),
        },
      ),
  };
}
