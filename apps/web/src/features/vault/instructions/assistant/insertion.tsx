import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DraftFacts } from '@zavet/contract/vault/reply-rules';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import type { LetterDraft } from '../../assistant/public/letter-draft.ts';
import styles from '../form/form.module.css';
import { appendText, DraftInserter, isFormOpening, scrollPositionFor } from './draft-insertion.ts';

interface InsertionProps {
  form: RefObject<HTMLFormElement | null>;
  content: string;
  /** The new text, and what is known of the fields that are still empty. */
  onChange: (content: string, facts: DraftFacts) => void;
}

/** Takes drafts of the assistant into a form. What stands there already is never lost unasked. */
export function Insertion({ form, content, onChange }: InsertionProps) {
  const { t } = useTranslation(['instructions', 'shell']);
  const [pendingDraft, setPendingDraft] = useState<LetterDraft>();
  const scrollTo = useScrollToText(form);
  useInsertedDraft((draft) => {
    if (content.trim() === '') replace(draft);
    else setPendingDraft(draft);
  });

  function put(next: string, from: number, facts: DraftFacts) {
    setPendingDraft(undefined);
    onChange(next, facts);
    toasts.success(t('insertion.done'));
    scrollTo(from);
  }

  function replace({ text, facts }: LetterDraft) {
    put(text, 0, facts);
  }

  function append({ text, facts }: LetterDraft) {
    const next = appendText(content, text);
    put(next, next.length - text.length, facts);
  }

  return (
    <Dialog
      isOpen={pendingDraft !== undefined}
      title={t('insertion.title')}
      onClose={() => setPendingDraft(undefined)}
    >
      <p>{t('insertion.text')}</p>
      <div className={styles.insertionActions}>
        <Button wide data-autofocus onClick={() => pendingDraft && append(pendingDraft)}>
          {t('insertion.append')}
        </Button>
        <Button wide kind="quietDanger" onClick={() => pendingDraft && replace(pendingDraft)}>
          {t('insertion.replace')}
        </Button>
        <Button wide kind="quiet" onClick={() => setPendingDraft(undefined)}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Leads to the text, to where the new part of it begins. */
function useScrollToText(form: RefObject<HTMLFormElement | null>) {
  const [place, setPlace] = useState<{ from: number }>();
  const wasShown = useRef<object>(undefined);
  useEffect(() => {
    if (!place || wasShown.current === place) return;
    // After a dialog has handed the focus back.
    const frame = requestAnimationFrame(() => {
      wasShown.current = place;
      const field = form.current?.elements.namedItem('content');
      if (field instanceof HTMLTextAreaElement) scrollToText(field, place.from);
    });
    return () => cancelAnimationFrame(frame);
  }, [place, form]);
  return (from: number) => setPlace({ from });
}

const InsertionContext = createContext<DraftInserter | undefined>(undefined);

export function InsertionProvider({ children }: { children: ReactNode }) {
  const [inserter] = useState(() => new DraftInserter());
  const { new: isNew, edit } = useSearch({ strict: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instruction is another form
  useEffect(() => {
    if (isNew === undefined) inserter.forget();
  }, [inserter, isNew, edit]);
  return <InsertionContext value={inserter}>{children}</InsertionContext>;
}

/** Puts a text into the form that is open or opening; where there is none, a new instruction is begun with it. */
export function useInsertDraft(): (draft: LetterDraft) => void {
  const { t } = useTranslation('instructions');
  const inserter = useDraftInserter();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { category, edit } = useSearch({ strict: false });

  function isOpening(id: string): boolean {
    return isFormOpening(
      client.getQueryState(['instruction', id]),
      client.getQueryState(['contacts']),
    );
  }

  return (draft) => {
    if (inserter.insert(draft)) return;
    if (edit !== undefined && isOpening(edit)) toasts.plain(t('insertion.waiting'));
    else void navigate({ to: '/instructions', search: { new: '1', category } });
  };
}

/** For a form: called with what the assistant has for it. */
function useInsertedDraft(take: (draft: LetterDraft) => void): void {
  const inserter = useDraftInserter();
  const onInserted = useEffectEvent(take);
  useEffect(() => inserter.open((draft) => onInserted(draft)), [inserter]);
}

function useDraftInserter(): DraftInserter {
  const inserter = useContext(InsertionContext);
  if (!inserter) throw new Error('No InsertionProvider above');
  return inserter;
}

/** Shows a place in the text of a field: the field is scrolled to it, and the page to the field. */
function scrollToText(field: HTMLTextAreaElement, at: number): void {
  field.setSelectionRange(at, at);
  // A browser leads to where the caret stood before.
  field.focus({ preventScroll: true });
  const { fieldTop, pageBy } = scrollPositionFor({
    lineTop: lineTopOf(field, at),
    boxTop: field.getBoundingClientRect().top,
    maxScrollTop: field.scrollHeight - field.clientHeight,
    windowHeight: innerHeight,
  });
  field.scrollTop = fieldTop;
  scrollBy({ top: pageBy, behavior: 'instant' });
}

/** A field does not tell where a line is: one like it that holds the text before is measured. */
function lineTopOf(field: HTMLTextAreaElement, at: number): number {
  if (at === 0) return 0;
  const twin = field.cloneNode() as HTMLTextAreaElement;
  for (const name of ['id', 'name']) twin.removeAttribute(name);
  twin.value = field.value.slice(0, at);
  Object.assign(twin.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.offsetWidth}px`,
    height: '0',
    minHeight: '0',
    fieldSizing: 'fixed',
  });
  field.after(twin);
  const { lineHeight, paddingBottom } = getComputedStyle(twin);
  const top = twin.scrollHeight - Number.parseFloat(paddingBottom) - Number.parseFloat(lineHeight);
  twin.remove();
  return top;
}
