/** Limits on an imported file, so that parsing it can neither block the page nor overflow the stack. */
export const textLimits = { characters: 1_048_576, depth: 200 } as const;

/** The error message for a file that is too large. */
export const tooLarge = 'The file is too large. A form must be smaller than 1 MiB.';

/** Parses JSON within the limits, or returns why it cannot. */
export function readJson(text: string): { value: unknown } | { message: string } {
  if (text.length >= textLimits.characters) return { message: tooLarge };
  const read = parse(text);
  if ('message' in read || !isTooDeep(read.value)) return read;
  return { message: `The file is nested too deeply: at most ${textLimits.depth} levels of lists and objects` };
}

function parse(text: string): { value: unknown } | { message: string } {
  try {
    // Some editors start a file with a byte order mark.
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { message: "The file isn't valid JSON" };
    throw error;
  }
}

/** Iterative, because recursion would overflow the stack. */
function isTooDeep(value: unknown): boolean {
  const open = [{ value, depth: 0 }];
  for (let each = open.pop(); each; each = open.pop()) {
    if (typeof each.value !== 'object' || each.value === null) continue;
    if (each.depth >= textLimits.depth) return true;
    for (const inner of Object.values(each.value)) open.push({ value: inner, depth: each.depth + 1 });
  }
  return false;
}
