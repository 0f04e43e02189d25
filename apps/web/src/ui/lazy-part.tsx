import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Around {
  /** In its place until its code is there. */
  waiting?: ReactNode;
  /** In its place when its code could not be fetched; nothing when left out. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
}

/**
 * A part of a screen whose code is fetched when it is first drawn. Code that does not come leaves
 * the rest of the screen as it is, with all that was typed there.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;

  /** Fetches it before it is drawn, so that it stands there at once. */
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
