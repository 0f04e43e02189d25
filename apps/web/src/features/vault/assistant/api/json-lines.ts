/**
 * Values that arrive as a line of JSON each, cut at any byte. What is left of a line when
 * the bytes end counts only if it is whole.
 */
export async function* jsonLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  const reader = bytes.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
      if (done) break;
    }
    const last = wholeValue(rest);
    if (last !== undefined) yield last;
  } finally {
    // A listener that stops does not need the rest either.
    reader.cancel().catch(() => {});
  }
}

function wholeValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
