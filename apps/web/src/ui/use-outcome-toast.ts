import { useErrorText } from './error-text.ts';
import { toasts } from './toasts.tsx';

interface Words<Result> {
  done: string | ((result: Result) => string);
  /** The failed action, shown before the reason of the failure. */
  failed?: string;
}

/**
 * Reports the outcome of a call in a toast, even if its card was removed. Resolves to true on
 * success.
 */
export function useOutcomeToast() {
  const describe = useErrorText();
  return async <Result>(
    call: Promise<Result>,
    { done, failed }: Words<Result>,
  ): Promise<boolean> => {
    try {
      const result = await call;
      toasts.success(typeof done === 'function' ? done(result) : done);
      return true;
    } catch (error) {
      const reason = describe(error);
      toasts.error(failed ? `${failed}. ${reason}` : reason);
      return false;
    }
  };
}
