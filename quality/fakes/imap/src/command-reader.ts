/** A command as it was said: its tag, its name and everything after it. */
export interface Command {
  tag: string;
  name: string;
  /** Values that came as literals or in quotes stand here as they are. */
  args: string[];
  /** The rest of the line, word for word. */
  rest: string;
}

/** Puts lines and literals together. `goOn` is called when a literal is waited for. */
export function createCommandReader(goOn: () => void) {
  let buffered = Buffer.alloc(0);
  let said = Buffer.alloc(0);
  let literalBytes = 0;

  return function* read(chunk: Buffer): Generator<Command> {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      if (literalBytes > 0) {
        if (buffered.length < literalBytes) return;
        said = Buffer.concat([said, buffered.subarray(0, literalBytes)]);
        buffered = buffered.subarray(literalBytes);
        literalBytes = 0;
      }
      const end = buffered.indexOf('\r\n');
      if (end < 0) return;
      const line = buffered.subarray(0, end);
      buffered = buffered.subarray(end + 2);
      const announced = /\{(\d+)(\+?)\}$/.exec(line.toString('latin1'));
      said = Buffer.concat([said, line, Buffer.from(announced ? '\r\n' : '')]);
      if (announced) {
        literalBytes = Number(announced[1]);
        if (announced[2] === '') goOn();
        continue;
      }
      const command = commandOf(said.toString('utf8'));
      said = Buffer.alloc(0);
      yield command;
    }
  };
}

function commandOf(said: string): Command {
  const [, tag = '', word = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/s.exec(said) ?? [];
  if (word.toUpperCase() !== 'UID') {
    return { tag, name: word.toUpperCase(), args: valuesOf(rest), rest };
  }
  const [, second = '', after = ''] = /^(\S+) ?(.*)$/s.exec(rest) ?? [];
  return { tag, name: `UID ${second.toUpperCase()}`, args: valuesOf(after), rest: after };
}

function valuesOf(rest: string): string[] {
  const values: string[] = [];
  let at = 0;
  while (at < rest.length) {
    const left = rest.slice(at);
    const literal = /^\{(\d+)\+?\}\r\n/.exec(left);
    if (literal) {
      const bytes = Buffer.from(left.slice(literal[0].length)).subarray(0, Number(literal[1]));
      values.push(bytes.toString());
      at += literal[0].length + bytes.toString().length + 1;
      continue;
    }
    const [whole = left, inQuotes] = /^(?:"((?:[^"\\]|\\.)*)"|\S+)/s.exec(left) ?? [];
    values.push(inQuotes === undefined ? whole : inQuotes.replace(/\\(.)/g, '$1'));
    at += whole.length + 1;
  }
  return values;
}
