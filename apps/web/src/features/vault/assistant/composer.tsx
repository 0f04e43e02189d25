import { limits } from '@zavet/contract/limits';
import { findSecrets } from '@zavet/contract/vault/secret-rules';
import { type KeyboardEvent, type ReactNode, type Ref, useDeferredValue, useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { ChatState } from './conversation/chat.ts';
import { isSendable, messageLength } from './conversation/message-rules.ts';
import styles from './conversation.module.css';

interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>;
  state: ChatState;
  /** The buttons with quick replies. */
  controls?: ReactNode;
  onType: (text: string) => void;
  onSend: (text: string) => void;
  onClear: () => void;
}

export function Composer({ ref, state, controls, onType, onSend, onClear }: ComposerProps) {
  const { t } = useTranslation('assistant');
  const counterId = useId();
  const { typed, isAnswering, messages } = state;
  const isTooLong = messageLength(typed) > limits.assistantMessageMaxLength;
  const canSend = isSendable(typed) && !isAnswering;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (canSend) onSend(typed);
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(typed);
      }}
    >
      <TextAreaField
        ref={ref}
        label={t('message.label')}
        error={isTooLong ? t('message.tooLong') : undefined}
        value={typed}
        rows={2}
        className={styles.field}
        enterKeyHint="send"
        aria-describedby={counterId}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.below}>
        <p className={styles.keys}>{t('message.keys')}</p>
        <Counter id={counterId} text={typed} />
      </div>
      <SecretWarning text={typed} />
      <div className={styles.actions}>
        {controls}
        {messages.length > 0 && <ClearButton onClear={onClear} />}
        <Button type="submit" className={styles.send} disabled={!canSend}>
          {t('message.send')}
        </Button>
      </div>
    </form>
  );
}

function Counter({ id, text }: { id: string; text: string }) {
  const { t } = useTranslation('assistant');
  const formats = useFormats();
  const limit = limits.assistantMessageMaxLength;
  const length = messageLength(text);
  return (
    <p id={id} className={styles.counter} data-over={length > limit || undefined}>
      {t('message.count', { number: formats.number(length), limit: formats.number(limit) })}
    </p>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('assistant');
  return (
    <ConfirmButton
      kind="plain"
      className={styles.clear}
      label={t('clear.action')}
      title={t('clear.title')}
      confirmLabel={t('clear.confirm')}
      cancelLabel={t('clear.cancel')}
      isDangerous
      act={onClear}
    >
      {t('clear.text')}
    </ConfirmButton>
  );
}

/** Enter may confirm a suggestion of an input method; Safari reports this by key code 229 only. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/** Warns about passwords and similar secrets before sending, without blocking it. */
function SecretWarning({ text }: { text: string }) {
  const { t } = useTranslation('assistant');
  const kinds = findSecrets(useDeferredValue(text));
  return (
    <div aria-live="polite">
      {kinds.length > 0 && (
        <Notice kind="warning" title={t('secrets.title')}>
          {kinds.map((kind) => (
            <p key={kind}>{t(`secrets.${kind}`)}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}
