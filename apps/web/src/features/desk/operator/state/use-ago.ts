import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

/** How long something is past, as people say it. */
export function useAgo(): (moment: string) => string {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  return (moment) => t('ago', { time: formats.timeSince(moment) });
}
