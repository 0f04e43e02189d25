/**
 * The lines of a text on paper of some width. Every character is measured once or twice, however
 * long a word without spaces is; a library that measures the rest of it again for each line stands
 * still for minutes.
 */
export function* wrappedLines(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<string> {
  for (const paragraph of text.split('\n')) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<= )(?! )/)) {
      for (const piece of piecesOf(word, width, widthOf)) {
        const seen = widthOf(piece.trimEnd());
        if (line !== '' && used + seen > width) {
          yield line.trimEnd();
          line = '';
          used = 0;
        }
        line += piece;
        used += widthOf(piece);
      }
    }
    yield line.trimEnd();
  }
}

/** A word, cut where it is wider than the paper. */
function* piecesOf(
  word: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<string> {
  if (word.length < shortWord && widthOf(word.trimEnd()) <= width) {
    yield word;
    return;
  }
  let piece = '';
  let used = 0;
  for (const character of word) {
    const more = widthOf(character);
    if (piece !== '' && character !== ' ' && used + more > width) {
      yield piece;
      piece = '';
      used = 0;
    }
    piece += character;
    used += more;
  }
  yield piece;
}

/** Longer ones are measured character by character. */
const shortWord = 60;
