import { useState } from 'react';

interface Asked<Subject> {
  subject: Subject;
  answer: (isYes: boolean) => void;
}

/** Lets a submit wait for the answer of a confirmation dialog. */
export function useQuestion<Subject>() {
  const [asked, setAsked] = useState<Asked<Subject>>();

  function answer(isYes: boolean) {
    setAsked(undefined);
    asked?.answer(isYes);
  }

  return {
    subject: asked?.subject,
    ask: (subject: Subject) =>
      new Promise<boolean>((resolve) => setAsked({ subject, answer: resolve })),
    dialogProps: {
      isOpen: asked !== undefined,
      onConfirm: () => answer(true),
      onCancel: () => answer(false),
    },
  };
}
