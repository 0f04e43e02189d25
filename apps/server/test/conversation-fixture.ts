import type { Locale } from '@zavet/contract/locales';
import type { ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { answerAsGuide } from '../src/features/vault/assistant/guide/answer-as-guide.ts';

/** Sends messages and keeps the conversation as the browser does; returns the last answer. */
export function conversation(language: Locale = 'ru') {
  let turns: ChatTurn[] = [];
  return (...messages: string[]): string => {
    let answer = '';
    for (const message of messages) {
      answer = answerAsGuide({ message, conversation: turns, language });
      turns = [
        ...turns,
        { role: 'user', content: message },
        { role: 'assistant', content: answer },
      ];
    }
    return answer;
  };
}
