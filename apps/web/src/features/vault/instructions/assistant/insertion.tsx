import type { DraftFacts } from '@zavet/contract/vault/reply-rules';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import type { InsertedDraft } from '../../assistant/public/inserted-draft.ts';
import styles from '../form/form.module.css';
import { useInserted } from './insertion-context.tsx';
import { withTextBelow } from './insertions.ts';
import { showPlace } from './show-place.ts';

interface InsertionProps {
  form: RefObject<HTMLFormElement | null>;
  content: string;
  /** The new text, and what is known of the fields that are still empty. */
  onChange: (content: string, facts: DraftFacts) => void;
}

/** Takes drafts of the assistant into a form. What stands there already is never lost unasked. */
export function Insertion({ form, content, onChange }: InsertionProps) {
  const { t } = useTranslation(['instructions', 'shell']);
  const [asked, setAsked] = useState<InsertedDraft>();
  const showFrom = useShowField(form);
  useInserted((draft) => {
    if (content.trim() === '') replace(draft);
    else setAsked(draft);
  });

  function put(next: string, from: number, facts: DraftFacts) {
    setAsked(undefined);
    onChange(next, facts);
    toasts.success(t('insertion.done'));
    showFrom(from);
  }

  function replace({ text, facts }: InsertedDraft) {
    put(text, 0, facts);
  }

  function append({ text, facts }: InsertedDraft) {
    const next = withTextBelow(content, text);
    put(next, next.length - text.length, facts);
  }

  return (
    <Dialog
      isOpen={asked !== undefined}
      title={t('insertion.title')}
      onClose={() => setAsked(undefined)}
    >
      <p>{t('insertion.text')}</p>
      <div className={styles.insertionActions}>
        <Button wide data-autofocus onClick={() => asked && append(asked)}>
          {t('insertion.append')}
        </Button>
        <Button wide kind="quietDanger" onClick={() => asked && replace(asked)}>
          {t('insertion.replace')}
        </Button>
        <Button wide kind="quiet" onClick={() => setAsked(undefined)}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Leads to the text, to where the new part of it begins. */
function useShowField(form: RefObject<HTMLFormElement | null>) {
  const [place, setPlace] = useState<{ from: number }>();
  const wasShown = useRef<object>(undefined);
  useEffect(() => {
    if (!place || wasShown.current === place) return;
    // After a dialog has handed the focus back.
    const frame = requestAnimationFrame(() => {
      wasShown.current = place;
      const field = form.current?.elements.namedItem('content');
      if (field instanceof HTMLTextAreaElement) showPlace(field, place.from);
    });
    return () => cancelAnimationFrame(frame);
  }, [place, form]);
  return (from: number) => setPlace({ from });
}
