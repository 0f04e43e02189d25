type Question = () => Promise<boolean>;

const questions = new Set<Question>();

/** A question to be asked before a changed form is thrown away. Returns what withdraws it. */
export function askOnLeaving(question: Question): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

/** For what ends a screen before the address changes: true when nothing is lost, or the person agrees. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of [...questions]) {
    if (!(await ask())) return false;
  }
  return true;
}
