import { partsOfReply } from '@zavet/contract/assistant/reply-rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../interface/use-delayed.ts';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import type { ChatState } from './conversation/chat.ts';
import { useApology } from './use-failure-text.ts';

/** Long enough to be noticed; afterwards it would only be met a second time. */
const spokenMs = 3000;

/** For screen readers: that it thinks, then the answer as a whole, not word by word. */
export function Announcer({ state }: { state: ChatState }) {
  const { t } = useTranslation('assistant');
  const apologise = useApology();
  const [answer, setAnswer] = useState('');
  const { isAnswering } = state;
  const wasAnswering = useRef(false);

  const sayAnswer = useEffectEvent(() => {
    const last = state.messages.at(-1);
    if (last?.role !== 'assistant') return;
    if (last.state === 'stopped') return setAnswer(t('stopped'));
    if (last.failure) return setAnswer(apologise(last.failure));
    const parts = partsOfReply(last.content).map(({ text }) => text);
    setAnswer(t('answerIs', { answer: parts.join('\n') }));
  });

  useEffect(() => {
    if (!isAnswering && wasAnswering.current) sayAnswer();
    wasAnswering.current = isAnswering;
  }, [isAnswering]);

  useDelayed(answer !== '', spokenMs, () => setAnswer(''));

  return (
    <div aria-live="polite">
      <VisuallyHidden>{isAnswering ? t('thinking') : answer}</VisuallyHidden>
    </div>
  );
}
