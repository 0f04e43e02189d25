import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SupportHint } from '../whom-to-ask.tsx';

/** Another contact asked, and the visitor has agreed: nothing is left to do here. */
export function AnsweredPart({ legacy: { activation } }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const who = activation?.contact_name ?? t('agreement.somebody');
  return (
    <>
      <Notice kind="success">{t('agreement.answered', { who })}</Notice>
      <SupportHint />
    </>
  );
}
