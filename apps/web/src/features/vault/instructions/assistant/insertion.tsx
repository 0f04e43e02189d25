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
import { Insertions, isFormOnItsWay, scrollingTo, withTextBelow } from './draft-insertion.ts';

interface InsertionProps {
  form: RefObject<HTMLFormElement | null>;
  content: string;
  /** The new text, and what is known of the fields that are still empty. */
  onChange: (content: string, facts: DraftFacts) => void;
}

/** Takes drafts of the assistant into a form. What stands there already is never lost unasked. */
export function Insertion({ form, content, onChange }: InsertionProps) {
  const { t } = useTranslation(['instructions', 'shell']);
  const [asked, setAsked] = useState<LetterDraft>();
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

  function replace({ text, facts }: LetterDraft) {
    put(text, 0, facts);
  }

  function append({ text, facts }: LetterDraft) {
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

const InsertionContext = createContext<Insertions | undefined>(undefined);

export function InsertionProvider({ children }: { children: ReactNode }) {
  const [insertions] = useState(() => new Insertions());
  const { new: isNew, edit } = useSearch({ strict: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instruction is another form
  useEffect(() => {
    if (isNew === undefined) insertions.forget();
  }, [insertions, isNew, edit]);
  return <InsertionContext value={insertions}>{children}</InsertionContext>;
}

/** Puts a text into the form that is open or opening; where there is none, a new instruction is begun with it. */
export function useInsert(): (draft: LetterDraft) => void {
  const { t } = useTranslation('instructions');
  const insertions = useInsertions();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { category, edit } = useSearch({ strict: false });

  function isOpening(id: string): boolean {
    return isFormOnItsWay(
      client.getQueryState(['instruction', id]),
      client.getQueryState(['contacts']),
    );
  }

  return (draft) => {
    if (insertions.insert(draft)) return;
    if (edit !== undefined && isOpening(edit)) toasts.plain(t('insertion.waiting'));
    else void navigate({ to: '/instructions', search: { new: '1', category } });
  };
}

/** For a form: called with what the assistant has for it. */
function useInserted(take: (draft: LetterDraft) => void): void {
  const insertions = useInsertions();
  const onInserted = useEffectEvent(take);
  useEffect(() => insertions.open((draft) => onInserted(draft)), [insertions]);
}

function useInsertions(): Insertions {
  const insertions = useContext(InsertionContext);
  if (!insertions) throw new Error('No InsertionProvider above');
  return insertions;
}

/** Shows a place in the text of a field: the field is scrolled to it, and the page to the field. */
function showPlace(field: HTMLTextAreaElement, at: number): void {
  field.setSelectionRange(at, at);
  // A browser leads to where the caret stood before.
  field.focus({ preventScroll: true });
  const { fieldTop, pageBy } = scrollingTo({
    lineTop: lineTopOf(field, at),
    boxTop: field.getBoundingClientRect().top,
    mostFieldTop: field.scrollHeight - field.clientHeight,
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
