type Question = () => Promise<boolean>;

const questions = new Set<Question>();

/**
 * Registers a question to ask before a changed form is discarded. Returns a function that
 * unregisters it.
 */
export function confirmBeforeLeaving(question: Question): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

/**
 * True if nothing is lost or the user agrees. For actions that end a screen before the address
 * changes.
 */
export async function mayLeave(): Promise<boolean> {
  for (const ask of [...questions]) {
    if (!(await ask())) return false;
  }
  return true;
}
