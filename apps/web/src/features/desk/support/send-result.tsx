import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { sendFailureOf } from './support-rules.ts';

export function SendFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('support');
  const describe = useErrorText();
  const failure = sendFailureOf(error);
  return (
    <Notice kind="error" announced title={t(`form.${failure}`)}>
      {failure !== 'notSignedIn' && describe(error)}
    </Notice>
  );
}

export function Sent({ request }: { request: SupportRequestView }) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  return (
    <Notice kind="success" announced title={t('form.success')}>
      {t('form.successText', {
        reference: request.reference,
        email: request.user_email,
        time: formats.dateTime(request.answer_by),
      })}
    </Notice>
  );
}
