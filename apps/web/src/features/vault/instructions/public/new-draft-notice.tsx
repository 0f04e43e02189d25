import { useState } from 'react';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useDrafts } from '../form/use-drafts.ts';

/** Offers to continue an unsaved new instruction. */
export function NewDraftNotice() {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const { drafts } = useDrafts();
  const [draft] = useState(() => drafts.find('new'));
  if (!draft) return null;
  return (
    <Notice
      title={t('draft.newTitle')}
      actions={
        <ButtonLink to="/instructions" search={{ new: '1' }} kind="quiet">
          {t('draft.continue')}
        </ButtonLink>
      }
    >
      {t('draft.newText', {
        title: draft.values.title.trim() || t('draft.untitled'),
        date: formats.dateTime(draft.kept_at),
      })}
    </Notice>
  );
}
