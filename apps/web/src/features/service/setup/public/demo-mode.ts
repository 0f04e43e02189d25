import { Observable, useObservable } from '../../../../platform/state/observable.ts';

class DemoMode extends Observable<boolean> {
  readonly enter = (): void => this.become(true);
  readonly leave = (): void => this.become(false);
}

const demoMode = new DemoMode(false);

/** The visitor went on although the configuration is missing. Holds until the page is loaded again. */
export function useDemoMode() {
  return {
    isDemo: useObservable(demoMode),
    enterDemo: demoMode.enter,
    leaveDemo: demoMode.leave,
  };
}
