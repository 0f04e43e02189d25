import { moscowDay } from '@zavet/contract/days';
import {
  editionInForce,
  type LegalDocument,
  legalEditions,
  upcomingEditions,
} from '@zavet/contract/identity/editions';
import { ButtonLink } from '../../../ui/button.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Edition } from './edition-rules.ts';

interface EditionNoticeProps {
  document: LegalDocument;
  shown: Edition;
}

/** Says so where another edition than the shown one counts, or soon will. */
export function EditionNotice({ document, shown }: EditionNoticeProps) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const editions = legalEditions[document];
  const today = moscowDay(new Date());
  const inForce = editionInForce(editions, today);
  const [coming] = upcomingEditions(editions, today).filter((edition) => edition > inForce);
  if (shown.standing === 'in_force') {
    if (!coming) return null;
    return (
      <Notice title={t('editions.announced')} actions={<ToEdition day={coming} word="toComing" />}>
        {t('editions.announcedText', { date: formats.date(coming) })}
      </Notice>
    );
  }
  const isComing = shown.standing === 'coming';
  return (
    <Notice
      kind="warning"
      title={isComing ? t('editions.isComing') : t('editions.isPast')}
      actions={<ToEdition day={inForce} word="toInForce" />}
    >
      {isComing
        ? t('editions.isComingText', { date: formats.date(shown.day) })
        : t('editions.isPastText', { date: formats.date(inForce) })}
    </Notice>
  );
}

function ToEdition({ day, word }: { day: string; word: 'toComing' | 'toInForce' }) {
  const { t } = useTranslation('legal');
  return (
    <ButtonLink to="." search={(shown: object) => ({ ...shown, edition: day })} kind="quiet">
      {t(`editions.${word}`)}
    </ButtonLink>
  );
}
