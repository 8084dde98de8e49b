const [quote, backslash] = [34, 92];
const [listOpens, listCloses] = [91, 93];
const [objectOpens, objectCloses] = [123, 125];

/**
 * Limits the nesting depth of JSON text: cuts deeper text after the first excess opening bracket and closes it, so that
 * the validation error can name the place. Parsing half a million nested levels would block the event loop for half a
 * second.
 */
export function shallowJson(text: string, maxDepth: number): string {
  const closers: string[] = [];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) isInString = !isInString;
    else if (isInString) continue;
    else if (code === listCloses || code === objectCloses) closers.pop();
    else if (code === listOpens || code === objectOpens) {
      closers.push(code === listOpens ? ']' : '}');
      if (closers.length > maxDepth) return text.slice(0, at + 1) + closers.reverse().join('');
    }
  }
  return text;
}
