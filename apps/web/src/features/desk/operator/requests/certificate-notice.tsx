import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { Button } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import type { useDecide } from './use-decide.ts';

interface CertificateNoticeProps {
  review: ReviewView;
  decide: ReturnType<typeof useDecide>;
}

/** The first step of an approval by death certificate: when it was taken, and the second one. */
export function CertificateNotice({ review, decide }: CertificateNoticeProps) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { certificate } = review;
  if (!certificate?.proposed_at) return null;
  const { step, from } = certificate;
  const proposed = formats.dateTime(certificate.proposed_at);

  async function withdraw() {
    const words = { title: t('confirm.withdraw'), lead: t('confirm.withdrawLead') };
    const decision = { kind: 'withdraw' } as const;
    // A failure is shown by the form.
    const done = await decide.mutateAsync({ decision, words }).catch(() => undefined);
    if (done) toasts.success(t('done.withdraw'));
  }

  return (
    <Notice
      kind="warning"
      title={t('certificate.title')}
      actions={
        <Button kind="quiet" loading={decide.isPending} onClick={() => void withdraw()}>
          {t('certificate.withdraw')}
        </Button>
      }
    >
      {step === 'confirm' && t('certificate.confirm', { proposed })}
      {step === 'another_operator' && t('certificate.another', { proposed })}
      {step === 'later' &&
        from &&
        t('certificate.later', { from: formats.dateTime(from), proposed })}
    </Notice>
  );
}
