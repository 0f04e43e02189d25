import { useErrorText } from '../../../ui/error-text.ts';
import { toasts } from '../../../ui/toasts.tsx';

interface Words {
  done: string;
  failed: string;
}

/** Tells how a change ended, also where the card that began it is gone by then. */
export function useTellOutcome() {
  const describe = useErrorText();
  return async (change: Promise<unknown>, { done, failed }: Words): Promise<void> => {
    try {
      await change;
      toasts.success(done);
    } catch (error) {
      toasts.error(`${failed}. ${describe(error)}`);
    }
  };
}
