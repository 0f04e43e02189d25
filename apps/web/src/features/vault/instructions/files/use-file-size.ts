import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { useLanguage } from '../../../../ui/language/use-translation.ts';

const bytesPerKb = 1024;

/** 1,2 МБ, or 34 кБ for a small file; never nothing at all. */
export function useFileSize(): (sizeBytes: number) => string {
  const { language } = useLanguage();
  return (sizeBytes) => {
    const isBig = sizeBytes >= bytesPerMb;
    const amount = isBig ? sizeBytes / bytesPerMb : Math.max(1, sizeBytes / bytesPerKb);
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: isBig ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: isBig ? 1 : 0,
    }).format(amount);
  };
}
