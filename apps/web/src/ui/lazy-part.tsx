import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Around {
  /** Shown until its code is loaded. */
  waiting?: ReactNode;
  /** Shown if its code could not be fetched; nothing by default. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
}

/**
 * A part of a screen whose code is fetched on first render. A failure leaves the rest of the screen
 * and its input untouched.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;

  /** Fetches the code before the first render. */
  async function fetchAhead(): Promise<void> {
    Loaded = await load();
  }

  function LazyPart({ waiting = null, failed, ...props }: Props & Around) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [tries, setTries] = useState(0);
    const [, setReady] = useState(Loaded !== undefined);

    // biome-ignore lint/correctness/useExhaustiveDependencies: every try asks again
    useEffect(() => {
      let isOver = false;
      fetchAhead().then(
        () => !isOver && setReady(true),
        (error: unknown) => !isOver && setFailure({ error }),
      );
      return () => {
        isOver = true;
      };
    }, [tries]);

    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    if (!failure) return waiting;
    const retry = () => {
      setFailure(undefined);
      setTries(tries + 1);
    };
    return failed?.(failure.error, retry) ?? null;
  }

  return Object.assign(LazyPart, { fetchAhead });
}
