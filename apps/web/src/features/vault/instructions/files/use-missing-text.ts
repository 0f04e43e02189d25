import { useTranslation } from '../../../../ui/language/use-translation.ts';

/** «2 of 3 files, 1 not uploaded». */
export function useMissingText() {
  const { t } = useTranslation('instructions');
  return (present: number, missing: number) =>
    t('missing.summary', {
      present: t('missing.present', { present, count: present + missing }),
      missing: t('missing.notUploaded', { count: missing }),
    });
}
