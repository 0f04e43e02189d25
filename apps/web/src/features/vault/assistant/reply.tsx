import { parseReply, type ReplyPart } from '@zavet/contract/vault/reply-rules';
import { memo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './assistant.module.css';
import type { ChatMessage } from './conversation/messages.ts';
import { type InsertedDraft, insertedDraft } from './public/inserted-draft.ts';
import { useFailureReply } from './use-failure-text.ts';

interface ReplyProps {
  message: ChatMessage;
  /** Also where it marks no draft. */
  canInsertWhole: boolean;
  onInsert: (draft: InsertedDraft) => void;
}

/** What the assistant said, as text and never as markup, with its drafts set apart. */
export const Reply = memo(({ message, canInsertWhole, onInsert }: ReplyProps) => {
  const { t } = useTranslation('assistant');
  const apologise = useFailureReply();
  const { state } = message;
  if (state === 'apology') {
    return <p className={styles.words}>{apologise(message.failure ?? 'unknown')}</p>;
  }
  const parts = parseReply(message.content);
  const isGrowing = state === 'growing';
  if (isGrowing && parts.length === 0) return <Thinking />;
  const isPlain = parts.length > 0 && parts.every(({ kind }) => kind === 'words');
  return (
    <>
      {parts.map((part, place) =>
        part.kind === 'words' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow
          <Paragraphs key={place} text={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow
          <Draft key={place} part={part} isWhole={!isGrowing} onInsert={onInsert} />
        ),
      )}
      {state === 'stopped' && <p className={styles.mark}>{t('stopped')}</p>}
      {state === 'broken' && <p className={styles.mark}>{t('broken')}</p>}
      {canInsertWhole && isPlain && !isGrowing && (
        <Button
          kind="plain"
          className={styles.insertWhole}
          onClick={() => onInsert(insertedDraft(message.content.trim()))}
        >
          {t('draft.insertWhole')}
        </Button>
      )}
    </>
  );
});

interface DraftProps {
  part: ReplyPart;
  isWhole: boolean;
  onInsert: (draft: InsertedDraft) => void;
}

/** The last one lies beside the conversation; one that it replaced can be read and taken here. */
function Draft({ part, isWhole, onInsert }: DraftProps) {
  const { t } = useTranslation('assistant');
  return (
    <details className={styles.draft}>
      <summary className={styles.draftTitle}>{t('draft.title')}</summary>
      <Paragraphs text={part.text} />
      {isWhole && (
        <Button kind="plain" onClick={() => onInsert(insertedDraft(part.text, part.facts))}>
          {t('draft.insertThis')}
        </Button>
      )}
    </details>
  );
}

/** Each on its own: while a text grows only its last paragraph is laid out again. */
function Paragraphs({ text }: { text: string }) {
  return (
    <div className={styles.paragraphs}>
      {text.split('\n\n').map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow
        <Paragraph key={place} text={paragraph} />
      ))}
    </div>
  );
}

const Paragraph = memo(({ text }: { text: string }) => <p className={styles.words}>{text}</p>);

function Thinking() {
  const { t } = useTranslation('assistant');
  return (
    <p className={styles.thinking}>
      {t('thinking')}
      <span className={styles.dots} aria-hidden>
        <span />
        <span />
        <span />
      </span>
    </p>
  );
}
