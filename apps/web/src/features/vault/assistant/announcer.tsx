import { parseReply } from '@zavet/contract/vault/reply-rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ChatState } from './conversation/chat.ts';
import type { ChatMessage } from './conversation/messages.ts';
import { useFailureReply } from './use-failure-text.ts';

/** Long enough to be noticed; afterwards it would only be met a second time. */
const spokenMs = 3000;

/** For screen readers: that it thinks, then the answer as a whole, not word by word. */
export function Announcer({ state }: { state: ChatState }) {
  const { t } = useTranslation('assistant');
  const apologise = useFailureReply();
  const { isAnswering, messages } = state;
  const last = messages.at(-1);
  /** The answer that has just come. Bound to it, the words cannot be said again after the next one. */
  const [freshId, setFreshId] = useState<string>();
  const wasAnswering = useRef(false);

  const onAnswered = useEffectEvent(() => setFreshId(last?.id));
  useEffect(() => {
    if (!isAnswering && wasAnswering.current) onAnswered();
    wasAnswering.current = isAnswering;
  }, [isAnswering]);

  useEffect(() => {
    if (freshId === undefined) return;
    const timer = setTimeout(() => setFreshId(undefined), spokenMs);
    return () => clearTimeout(timer);
  }, [freshId]);

  function wordsOf(message: ChatMessage): string {
    if (message.state === 'stopped') return t('stopped');
    if (message.failure) return apologise(message.failure);
    const parts = parseReply(message.content).map(({ text }) => text);
    return t('answerIs', { answer: parts.join('\n') });
  }

  const answer = last && last.role === 'assistant' && last.id === freshId ? wordsOf(last) : '';
  return (
    <div aria-live="polite">
      <VisuallyHidden>{isAnswering ? t('thinking') : answer}</VisuallyHidden>
    </div>
  );
}
