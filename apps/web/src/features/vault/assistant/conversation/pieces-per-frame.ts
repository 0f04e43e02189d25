/**
 * Text that comes in many small pieces, handed on at most once per frame: drawing every piece on its
 * own would take longer than they take to come.
 */
export class PiecesPerFrame {
  #text = '';
  #isDue = false;
  readonly #nextFrame: (run: () => void) => void;
  readonly #give: (text: string) => void;

  constructor(nextFrame: (run: () => void) => void, give: (text: string) => void) {
    this.#nextFrame = nextFrame;
    this.#give = give;
  }

  add(piece: string): void {
    this.#text += piece;
    if (this.#isDue) return;
    this.#isDue = true;
    this.#nextFrame(() => {
      this.#isDue = false;
      this.flush();
    });
  }

  /** Hands on what has come, without waiting; a hidden page draws no frames. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#give(text);
  }
}
