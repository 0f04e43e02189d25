/** How a long piece of work says where it is, and is told to stop. */
export interface Progress {
  tell(sentence: string): void;
  signal: AbortSignal;
}
