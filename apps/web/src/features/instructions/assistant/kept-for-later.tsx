import { useState } from 'react';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { toasts } from '../../../interface/toasts.tsx';
import type { InsertedDraft } from '../../assistant/public/inserted-draft.ts';
import type { Draft } from '../form/drafts.ts';
import { emptyValues } from '../form/instruction-values.ts';
import { useDrafts } from '../form/use-drafts.ts';
import { filledFrom } from './fill-rules.ts';
import { useInserted } from './insertion-context.tsx';
import { withTextBelow } from './insertions.ts';

/** In place of a form that cannot open yet: what the assistant wrote becomes the draft of the next one. */
export function KeptForLater() {
  const { t } = useTranslation('instructions');
  const { drafts } = useDrafts();
  const [isKept, setKept] = useState(() => drafts.find('new') !== undefined);
  useInserted((inserted) => {
    const hasRoom = drafts.keep('new', withInserted(drafts.find('new'), inserted));
    if (!hasRoom) toasts.error(t('insertion.notKept'));
    // The notice that is there already would say nothing.
    else if (isKept) toasts.success(t('insertion.keptMore'));
    else setKept(true);
  });
  if (!isKept) return null;
  return (
    <Notice kind="success" announced title={t('insertion.keptTitle')}>
      {t('insertion.keptText')}
    </Notice>
  );
}

function withInserted(draft: Draft | undefined, { text, facts }: InsertedDraft): Draft {
  const values = draft?.values ?? emptyValues;
  return {
    draft_id: draft?.draft_id ?? crypto.randomUUID(),
    version: null,
    file_names: draft?.file_names ?? [],
    // Nobody is a contact yet, so nobody can be ticked.
    values: {
      ...values,
      ...filledFrom(values, facts, []),
      content: withTextBelow(values.content, text),
    },
    kept_at: new Date().toISOString(),
  };
}
