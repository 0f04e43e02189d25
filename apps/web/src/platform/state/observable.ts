import { useSyncExternalStore } from 'react';

/** State outside of React that components read with `useObservable`. */
export class Observable<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  readonly state = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected setState(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export function useObservable<State>({ state, subscribe }: Observable<State>): State {
  return useSyncExternalStore(subscribe, state, state);
}
