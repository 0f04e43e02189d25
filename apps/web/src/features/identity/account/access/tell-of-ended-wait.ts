import { loadTexts } from '../../../../ui/language/i18n.ts';
import { wordsOf } from '../../../../ui/language/words.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Somebody had said that the device is lost; this sign-in has shown that it is not. */
export async function tellOfEndedWait(): Promise<void> {
  await loadTexts('factors');
  toasts.plain(wordsOf('factors')('lost.endedBySignIn'));
}
