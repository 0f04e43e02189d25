import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';

const ReportChange = createContext<(form: string, isChanged: boolean) => void>(() => {});

/** Several forms on one screen, and one question when any of them is about to be left. */
export function GuardedForms({ children }: { children: ReactNode }) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback((form: string, isChanged: boolean) => {
    setChanged((before) => {
      if (before.has(form) === isChanged) return before;
      const after = new Set(before);
      if (isChanged) after.add(form);
      else after.delete(form);
      return after;
    });
  }, []);

  return (
    <ReportChange value={report}>
      {children}
      <LeaveGuard isChanged={changed.size > 0} />
    </ReportChange>
  );
}

export function useAskBeforeLeaving(isChanged: boolean): void {
  const report = useContext(ReportChange);
  const form = useId();
  useEffect(() => {
    report(form, isChanged);
    return () => report(form, false);
  }, [report, form, isChanged]);
}
