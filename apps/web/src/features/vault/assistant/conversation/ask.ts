import { addresses } from 'virtual:endpoint-addresses';
import { errorOf, requestOf, streamedLines } from '@zavet/contract/client';
import type { AssistantAnswer, ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { keepingSession } from '../../../../platform/client/send.ts';
import { transferFetch } from '../../../../platform/client/transfer-fetch.ts';
import { keptSession } from '../../../../platform/session/session.ts';
import { currentLanguage } from '../../../../ui/language/i18n.ts';
import { jsonLines, readAnswer } from './answer-stream.ts';

export interface Question {
  message: string;
  conversation: readonly ChatTurn[];
}

export interface AskOptions {
  signal: AbortSignal;
  /** Called with every piece of the answer as it arrives. */
  onText: (piece: string) => void;
}

export type Ask = (question: Question, options: AskOptions) => Promise<AssistantAnswer>;

const send = keepingSession(keptSession, transferFetch);

/** One message to the assistant, whose answer is told while it comes. */
export const ask: Ask = async (question, { signal, onText }) => {
  const { path, ...init } = requestOf(addresses.askAssistant, {
    headers: { accept: streamedLines },
    body: { ...question, language: currentLanguage() },
  });
  const response = await send(path, { ...init, signal });
  if (!response.ok || !response.body) throw await errorOf(response);
  return readAnswer(jsonLines(response.body), onText);
};
