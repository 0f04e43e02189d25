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
import { appendText, DraftInserter, scrollPositionFor } from './draft-insertion.ts';

interface DraftInsertionProps {
  form: RefObject<HTMLFormElement | null>;
  content: string;
  /** Receives the new text and the known values of other fields. */
  onChange: (content: string, facts: DraftFacts) => void;
}

/** Inserts drafts of the assistant into a form. Asks before it replaces existing text. */
export function DraftInsertion({ form, content, onChange }: DraftInsertionProps) {
  const { t } = useTranslation(['instructions', 'shell']);
  const [pendingDraft, setPendingDraft] = useState<LetterDraft>();
  const scrollToInserted = useScrollToText(form);
  useInsertedDraft((draft) => {
    if (content.trim() === '') replace(draft);
    else setPendingDraft(draft);
  });

  function insert(next: string, from: number, facts: DraftFacts) {
    setPendingDraft(undefined);
    onChange(next, facts);
    toasts.success(t('insertion.done'));
    scrollToInserted(from);
  }

  function replace({ text, facts }: LetterDraft) {
    insert(text, 0, facts);
  }

  function append({ text, facts }: LetterDraft) {
    const next = appendText(content, text);
    insert(next, next.length - text.length, facts);
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

/** Scrolls to a position of the text after the next render. */
function useScrollToText(form: RefObject<HTMLFormElement | null>) {
  const [target, setTarget] = useState<{ from: number }>();
  const lastTarget = useRef<object>(undefined);
  useEffect(() => {
    if (!target || lastTarget.current === target) return;
    // Waits a frame, because the closing dialog first returns the focus.
    const frame = requestAnimationFrame(() => {
      lastTarget.current = target;
      const field = form.current?.elements.namedItem('content');
      if (field instanceof HTMLTextAreaElement) scrollToText(field, target.from);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, form]);
  return (from: number) => setTarget({ from });
}

const InsertionContext = createContext<DraftInserter | undefined>(undefined);

export function InsertionProvider({ children }: { children: ReactNode }) {
  const [inserter] = useState(() => new DraftInserter());
  const { new: isNew, edit } = useSearch({ strict: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each instruction has its own form
  useEffect(() => {
    if (isNew === undefined) inserter.dropPending();
  }, [inserter, isNew, edit]);
  return <InsertionContext value={inserter}>{children}</InsertionContext>;
}

/** Inserts a draft into the open form, or else into the form of a new instruction. */
export function useInsertDraft(): (draft: LetterDraft) => void {
  const inserter = useDraftInserter();
  const navigate = useNavigate();
  const { category } = useSearch({ strict: false });
  return (draft) => {
    if (!inserter.insert(draft)) {
      void navigate({ to: '/instructions', search: { new: '1', category } });
    }
  };
}

function useInsertedDraft(onDraft: (draft: LetterDraft) => void): void {
  const inserter = useDraftInserter();
  const onInserted = useEffectEvent(onDraft);
  useEffect(() => inserter.register((draft) => onInserted(draft)), [inserter]);
}

function useDraftInserter(): DraftInserter {
  const inserter = useContext(InsertionContext);
  if (!inserter) throw new Error('No InsertionProvider above');
  return inserter;
}

/** Scrolls the field to a position in its text, and the page to the field. */
function scrollToText(field: HTMLTextAreaElement, at: number): void {
  field.setSelectionRange(at, at);
  // By default, the browser would scroll to the previous caret position.
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

/** Measured in a copy of the field, because a text area does not expose line positions. */
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
