import { loadTexts } from '../../../interface/language/i18n.ts';
import { wordsOf } from '../../../interface/language/words.ts';
import { toasts } from '../../../interface/toasts.tsx';

/** Somebody had said that the device is lost; this sign-in has shown that it is not. */
export async function tellOfEndedWait(): Promise<void> {
  await loadTexts('factors');
  toasts.plain(wordsOf('factors')('lost.endedBySignIn'));
}
